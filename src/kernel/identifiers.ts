import { v7 as uuidv7, validate } from 'uuid';
import { DomainError } from './domain-error.js';

const COLLECTION_KINDS = [
  'ResourceProvider',
  'ResourcePool',
  'ResourceReservation',
  'ResourceAllocation',
] as const;

/** The kinds of the wire form `<Kind>:<id>`; a `ResourceAllocation` is an instance. */
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** A reference as a caller wrote it: `<Kind>:<id>`, or a bare id whose kind is left open. */
export interface Reference {
  readonly kind?: CollectionKind;
  readonly id: string;
}

const ID_BYTES = 16;

/** Time-ordered, so that the indexes that hold ids grow at one end. */
export const newId = idSource();

/** Random bytes are drawn for many ids at once: a call for each costs ten times the rest of making it. */
function idSource(): () => string {
  const random = new Uint8Array(256 * ID_BYTES);
  let drawn = random.length;
  return () => {
    if (drawn === random.length) {
      crypto.getRandomValues(random);
      drawn = 0;
    }
    drawn += ID_BYTES;
    return uuidv7({ random: random.subarray(drawn - ID_BYTES, drawn) });
  };
}

/** Reads a bare id or `<Kind>:<id>`. Gives undefined for what can't be one of our ids. */
export function parseReference(text: string): Reference | undefined {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? undefined : COLLECTION_KINDS.find((known) => known === text.slice(0, colon));
  if (colon >= 0 && !kind) return undefined;
  const id = text.slice(colon + 1).toLowerCase();
  if (!validate(id)) return undefined;
  return kind ? { kind, id } : { id };
}

/**
 * Reads a reference out of a request.
 *
 * @param path where it is in the request
 * @throws DomainError `invalid-request` for what can't name anything of ours
 */
export function requireReference(text: string, path: readonly (string | number)[]): Reference {
  const reference = parseReference(text);
  if (reference) return reference;
  throw DomainError.invalidField(path, 'must be an id or <Kind>:<id>');
}

/** The id in a reference to one kind, bare or as `<Kind>:<id>`; undefined for what names nothing of that kind. */
export function idOf(kind: CollectionKind, text: string): string | undefined {
  const reference = parseReference(text);
  return reference && (reference.kind ?? kind) === kind ? reference.id : undefined;
}

export function formatReference(kind: CollectionKind, id: string): string {
  return `${kind}:${id}`;
}
