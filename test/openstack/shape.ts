/**
 * The structure of an answer, without its values. A scalar is the name of its type, or several as in `null|string`. A list holds the shape
 * of its items. The name of an optional member ends in `?`.
 */
export type Shape = string | readonly [] | readonly [Shape] | { readonly [member: string]: Shape };

type Members = Readonly<Record<string, Shape>>;

/** Objects whose member names are chosen by users. The shape under `*` applies to every member. */
const MAPS = new Set(['addresses', 'metadata']);

export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return list(value.map(shapeOf));
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, MAPS.has(name) ? map(member) : shapeOf(member)]),
  );
}

function map(value: unknown): Shape {
  const shapes = Object.values(value as object).map(shapeOf);
  return shapes.length === 0 ? {} : { '*?': shapes.reduce(merged) };
}

function list(shapes: readonly Shape[]): Shape {
  return shapes.length === 0 ? [] : [shapes.reduce(merged)];
}

/** The shape that covers both. */
export function merged(a: Shape, b: Shape): Shape {
  if (typeof a === 'string' && typeof b === 'string') return [...typesOf(a, b)].sort().join('|');
  if (isList(a) && isList(b)) return list([...a, ...b]);
  if (isMembers(a) && isMembers(b)) return mergedMembers(a, b);
  throw new Error(`no shape for both ${JSON.stringify(a)} and ${JSON.stringify(b)}`);
}

function typesOf(...shapes: readonly string[]): Set<string> {
  return new Set(shapes.flatMap((shape) => shape.split('|')));
}

function mergedMembers(a: Members, b: Members): Members {
  const names = new Set([...Object.keys(a), ...Object.keys(b)].map((name) => name.replace(/\?$/, '')));
  const entries = [...names].map((name): [string, Shape] => {
    const both = [a, b]
      .map((members) => members[name] ?? members[`${name}?`])
      .filter((shape) => shape !== undefined);
    const always = [a, b].every((members) => members[name] !== undefined);
    return [always ? name : `${name}?`, both.reduce(merged)];
  });
  return Object.fromEntries(entries);
}

/** The differences from the recorded shape: missing members, other types, and additional members. */
export function misfits(recorded: Shape, seen: Shape, place = 'body'): string[] {
  if (typeof recorded === 'string' && typeof seen === 'string') {
    const isOne = [...typesOf(seen)].every((type) => typesOf(recorded).has(type));
    return isOne ? [] : [`${place} is ${seen}, not ${recorded}`];
  }
  if (isList(recorded) && isList(seen)) {
    if (seen[0] === undefined) return [];
    return recorded[0] === undefined
      ? [`${place} is not empty`]
      : misfits(recorded[0], seen[0], `${place}[]`);
  }
  if (isMembers(recorded) && isMembers(seen)) return memberMisfits(recorded, seen, place);
  return [`${place} is ${JSON.stringify(seen)}, not ${JSON.stringify(recorded)}`];
}

function memberMisfits(recorded: Members, seen: Members, place: string): string[] {
  const missing = Object.keys(recorded).filter((name) => !name.endsWith('?') && seen[name] === undefined);
  const wrong = Object.entries(seen).flatMap(([member, shape]) => {
    const name = member.replace(/\?$/, '');
    const known = recorded[name] ?? recorded[`${name}?`];
    return known === undefined ? [`${place}.${name} is more`] : misfits(known, shape, `${place}.${name}`);
  });
  return [...missing.map((name) => `${place}.${name} is missing`), ...wrong];
}

function isList(shape: Shape): shape is readonly [] | readonly [Shape] {
  return Array.isArray(shape);
}

function isMembers(shape: Shape): shape is Members {
  return typeof shape === 'object' && !Array.isArray(shape);
}
