import { DomainError } from '../../kernel/domain-error.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { isUnstorable } from '../../kernel/storable-text.js';

type Members = Record<string, unknown>;

const MAX_PARTS = 8;

/** Names that reach a prototype in a careless copy; no filter has a member of that name. */
const UNSAFE_PARTS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Merges a JSON body and query parameters into one filter. A dotted parameter names a nested member
 * (`timePeriod.startTime`), and a repeated one a list; numbers name the elements of a list (`queryReservationFilter.0.reservationId`). A
 * member that is given both ways must be equal in both, else `invalid-request`.
 */
export function mergeFilter(body: unknown, query: Readonly<Record<string, unknown>>): Members {
  const members = isPlainObject(body) ? body : {};
  return merged(members, withLists(fromQuery(query)), []);
}

function fromQuery(query: Readonly<Record<string, unknown>>): Members {
  const members: Members = {};
  for (const name of Object.keys(query)) {
    const parts = name.split('.');
    if (isUnsafe(parts)) continue;
    const value = query[name];
    if (isUnstorable(name) || asList(value).some((text) => typeof text === 'string' && isUnstorable(text))) {
      throw DomainError.invalidField([name.replaceAll('\0', '\uFFFD')], 'must not contain NUL');
    }
    place(members, parts, value);
  }
  return members;
}

/** Whether a dotted name is left out: it is too deep, or reaches for a prototype. */
export function isUnsafe(parts: readonly string[]): boolean {
  return parts.length > MAX_PARTS || parts.some((part) => UNSAFE_PARTS.has(part));
}

function place(members: Members, path: readonly string[], value: unknown): void {
  const last = path.length - 1;
  let target = members;
  for (const part of path.slice(0, last)) {
    const next = Object.hasOwn(target, part) ? target[part] : (target[part] = {});
    if (!isPlainObject(next))
      throw DomainError.invalidField(path, 'is given both as a value and as an object');
    target = next;
  }
  if (Object.hasOwn(target, path[last])) {
    throw DomainError.invalidField(path, 'is given both as a value and as an object');
  }
  target[path[last]] = value;
}

/** Objects whose members are 0, 1, 2 and so on become lists. */
function withLists(members: Members): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, listed(value)]));
}

function listed(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const isList = Object.keys(value).every((name, index) => name === String(index));
  return isList ? Object.values(value).map(listed) : withLists(value);
}

function merged(body: Members, query: Members, path: readonly string[]): Members {
  const result = { ...body };
  for (const name of Object.keys(query)) {
    const here = [...path, name];
    // Null is the same as absent.
    const inBody = Object.hasOwn(body, name) ? body[name] : null;
    const inQuery = query[name];
    if (inBody === null) result[name] = inQuery;
    else if (isPlainObject(inBody) && isPlainObject(inQuery)) result[name] = merged(inBody, inQuery, here);
    else if (!isSame(inBody, inQuery)) {
      throw DomainError.invalidField(here, 'differs between the body and the query parameters');
    }
  }
  return result;
}

/** Query parameters are texts, and a list with one element is written like a single value. */
export function isSame(inBody: unknown, inQuery: unknown): boolean {
  if (Array.isArray(inBody) || Array.isArray(inQuery)) {
    const [a, b] = [asList(inBody), asList(inQuery)];
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  }
  if (isPlainObject(inBody) && isPlainObject(inQuery)) {
    const names = new Set([...Object.keys(inBody), ...Object.keys(inQuery)]);
    return [...names].every((name) => isSame(inBody[name], inQuery[name]));
  }
  return isScalar(inBody) && isScalar(inQuery) && String(inBody) === String(inQuery);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
