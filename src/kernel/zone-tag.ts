import { groupedBy } from './grouped.js';

/** Hexadecimal digits at the end of an id: random in one without a tag. */
const DIGITS = 4;

/** FNV-1a, folded to 16 bits. */
function tagOf(zoneId: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(zoneId)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(DIGITS, '0');
}

/**
 * An id that names its zone in its last random bits, so that a look-up asks that zone first. It stays a valid UUID, and
 * its order in time is kept. A tag is a hint: an id may be older than tags, or its row may have moved.
 */
export function taggedId(id: string, zoneId: string): string {
  return id.slice(0, -DIGITS) + tagOf(zoneId);
}

/** Finds the zones that an id may name. */
export class ZoneTags {
  private readonly byTag: ReadonlyMap<string, string[]>;

  constructor(zoneIds: Iterable<string>) {
    this.byTag = groupedBy(zoneIds, tagOf);
  }

  /** Rarely more than one. */
  zonesOf(id: string): readonly string[] {
    return this.byTag.get(id.slice(-DIGITS)) ?? [];
  }
}
