import { isUnstorable } from '../../kernel/storable-text.js';

/** A reason why parsed JSON is refused, and its position. */
export interface JsonFlaw {
  readonly path: (string | number)[];
  readonly detail: string;
}

const MAX_DEPTH = 32;

const MAX_NAME_LENGTH = 128;

/**
 * Returns the first flaw of freshly parsed JSON: nesting beyond `MAX_DEPTH`, or (with `checkText`) a string or member
 * name that contains NUL or half a surrogate pair.
 */
export function findFlaw(value: unknown, checkText: boolean, depth = 0): JsonFlaw | undefined {
  if (typeof value === 'string') return checkText && isUnstorable(value) ? unstorable() : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEPTH) return { path: [], detail: `must not be nested deeper than ${MAX_DEPTH} levels` };
  return Array.isArray(value)
    ? flawInList(value, checkText, depth)
    : flawInMembers(value as Record<string, unknown>, checkText, depth);
}

function flawInList(list: readonly unknown[], checkText: boolean, depth: number): JsonFlaw | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const flaw = findFlaw(list[index], checkText, depth + 1);
    if (flaw) return within(index, flaw);
  }
  return undefined;
}

function flawInMembers(
  members: Record<string, unknown>,
  checkText: boolean,
  depth: number,
): JsonFlaw | undefined {
  for (const name of Object.keys(members)) {
    if (checkText && isUnstorable(name)) return within(name, unstorable());
    const flaw = findFlaw(members[name], checkText, depth + 1);
    if (flaw) return within(name, flaw);
  }
  return undefined;
}

/** The name of a member that becomes a real prototype in the first careless copy. */
export const PROTOTYPE = '__proto__';

/** Removes the members named `__proto__` from JSON without flaws, and returns their paths. */
export function dropPrototypes(value: unknown, path: readonly (string | number)[] = []): JsonFlaw['path'][] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value as Record<string, unknown>);
  const dropped = members.flatMap(([name, member]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    return name === PROTOTYPE ? [here] : dropPrototypes(member, here);
  });
  if (Object.hasOwn(value, PROTOTYPE)) Reflect.deleteProperty(value, PROTOTYPE);
  return dropped;
}

function within(part: string | number, flaw: JsonFlaw): JsonFlaw {
  flaw.path.unshift(typeof part === 'number' ? part : readable(part));
  return flaw;
}

function unstorable(): JsonFlaw {
  return { path: [], detail: 'must not contain NUL or half of a surrogate pair' };
}

/** A member name that is safe and short enough to be repeated to the caller. */
function readable(name: string): string {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return short.replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');
}
