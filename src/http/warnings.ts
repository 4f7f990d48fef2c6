import type { Request } from 'express';
import { dotted } from '../kernel/domain-error.js';
import { nearestName } from './nearest-name.js';

type Path = readonly (string | number)[];

/** A member of a request that is not known where it is, and the names that are. */
export interface UnknownMember {
  readonly path: Path;
  readonly known: readonly string[];
}

/** What an answer tells of a request at most. */
export const MAX_WARNINGS = 20;
const MAX_NAME_LENGTH = 64;

const WARNINGS = Symbol('warnings');

interface Annotated {
  [WARNINGS]?: readonly string[];
}

/**
 * Keeps with the body of a request that some of its members are not known. Those of the contract's endpoints are ignored, and the
 * answer names them; all others refuse them.
 */
export function noteUnknown(body: object, unknown: readonly UnknownMember[]): void {
  if (unknown.length === 0) return;
  const annotated: Annotated = body;
  const texts = unknown.map((member) => `\`${nameOf(member.path)}\` ${unknownText(member, '`')}`);
  annotated[WARNINGS] = [...new Set([...(annotated[WARNINGS] ?? []), ...texts])].slice(0, MAX_WARNINGS);
}

/** Says it behind the member's name, with the name that may have been meant between `quote`s. */
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

/** The path as it is told: names may be of any length. */
export function nameOf(path: Path): string {
  return dotted(path.map((part) => (typeof part === 'number' ? part : shortName(part))));
}

/** Half of a surrogate pair, which a cut may leave, is no text. */
function shortName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  return `${name.slice(0, MAX_NAME_LENGTH).replace(/\p{Surrogate}$/u, '')}…`;
}
