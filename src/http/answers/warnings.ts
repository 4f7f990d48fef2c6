import type { Request } from 'express';
import { dotted } from '../../kernel/domain-error.js';
import { nearestName } from '../body/nearest-name.js';

type Path = readonly (string | number)[];

/** An unknown member of a request, and the names known at its place. */
export interface UnknownMember {
  readonly path: Path;
  readonly known: readonly string[];
}

/** Maximum of warnings in an answer. */
export const MAX_WARNINGS = 20;
const MAX_NAME_LENGTH = 64;

const WARNINGS = Symbol('warnings');
const DROPPED = Symbol('dropped');

interface Annotated {
  [WARNINGS]?: readonly string[];
  [DROPPED]?: readonly UnknownMember[];
}

/** Stores the paths of members that were removed from a body before it was validated: nothing is called that. */
export function noteDropped(body: object, paths: readonly Path[]): void {
  if (paths.length === 0) return;
  const annotated: Annotated = body;
  annotated[DROPPED] = paths.slice(0, MAX_WARNINGS).map((path) => ({ path, known: [] }));
}

export function droppedFrom(body: unknown): readonly UnknownMember[] {
  return (body as Annotated | undefined)?.[DROPPED] ?? [];
}

/**
 * Stores the unknown members of a request with its body. The contract's endpoints ignore them and name them in the
 * answer; all others refuse them.
 */
export function noteUnknown(body: object, unknown: readonly UnknownMember[]): void {
  if (unknown.length === 0) return;
  const annotated: Annotated = body;
  const texts = unknown.map((member) => `\`${nameOf(member.path)}\` ${unknownText(member, '`')}`);
  annotated[WARNINGS] = [...new Set([...(annotated[WARNINGS] ?? []), ...texts])].slice(0, MAX_WARNINGS);
}

/** The text after the member's name, with the likely name between `quote`s. */
export function unknownText({ path, known }: UnknownMember, quote = ''): string {
  const meant = nearestName(String(path.at(-1)), known);
  const hint =
    meant === undefined ? '' : `; did you mean ${quote}${nameOf([...path.slice(0, -1), meant])}${quote}?`;
  return `is not known here${hint}`;
}

/** An answer, or a refusal, with the warnings there are about the request. */
export function withWarnings<T extends object>({ body }: Request, answer: T): T {
  const warnings = (body as Annotated | undefined)?.[WARNINGS];
  return warnings ? { ...answer, warnings } : answer;
}

/** The path for a message, shortened: names may have any length. */
export function nameOf(path: Path): string {
  return dotted(path.map((part) => (typeof part === 'number' ? part : shortName(part))));
}

/** Drops half of a surrogate pair, which a cut may leave. */
function shortName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  return `${name.slice(0, MAX_NAME_LENGTH).replace(/\p{Surrogate}$/u, '')}…`;
}
