import { v7 as uuidv7, validate } from 'uuid';
import { DomainError } from './domain-error.js';

export const COLLECTION_KINDS = [
  'ResourceProvider',
  'ResourcePool',
  'ResourceReservation',
  'ResourceAllocation',
] as const;

/** The kinds of the wire form `<Kind>:<id>`; a `ResourceAllocation` is an instance. */
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** A reference in the caller's form: `<Kind>:<id>`, or a bare id of any kind. */
export interface Reference {
  readonly kind?: CollectionKind;
  readonly id: string;
}

const ID_BYTES = 16;

/** Time-ordered, so that indexes on ids grow at one end. */
export const newId = idSource();

/** Draws random bytes for many ids at once: a call per id costs ten times the rest of creating it. */
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

/** Parses a bare id or `<Kind>:<id>`; undefined if the text is not an id. */
export function parseReference(text: string): Reference | undefined {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? undefined : COLLECTION_KINDS.find((known) => known === text.slice(0, colon));
  if (colon >= 0 && !kind) return undefined;
  const id = text.slice(colon + 1).toLowerCase();
  if (!validate(id)) return undefined;
  return kind ? { kind, id } : { id };
}

/**
 * Parses a reference in a request.
 *
 * @param path its place in the request
 * @throws DomainError `invalid-request` if the text is not a reference
 */
export function requireReference(text: string, path: readonly (string | number)[]): Reference {
  const reference = parseReference(text);
  if (reference) return reference;
  throw DomainError.invalidField(path, 'must be an id or <Kind>:<id>');
}

/** The id in a reference to one kind, bare or as `<Kind>:<id>`; undefined if it is not an id or of another kind. */
export function idOf(kind: CollectionKind, text: string): string | undefined {
  const reference = parseReference(text);
  return reference && (reference.kind ?? kind) === kind ? reference.id : undefined;
}

/** The id in a reference to what is no collection, and so has no `<Kind>:` form; undefined if it is not an id. */
export function bareId(text: string): string | undefined {
  const reference = parseReference(text);
  return reference?.kind ? undefined : reference?.id;
}

/** The id in `<Kind>:<id>`, or the bare id that it is given. */
export function referencedId(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1);
}

export function formatReference(kind: CollectionKind, id: string): string {
  return `${kind}:${id}`;
}
