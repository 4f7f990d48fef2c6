import { defaultPathSerializer } from 'openapi-fetch';

const PARAMETER = /\{([^{}]+)\}/g;

/** A URL drops these segments: the request would address another resource, such as the list. */
const DROPPED_SEGMENTS: ReadonlySet<string> = new Set(['', '.', '..']);

/**
 * The path with its parameters.
 *
 * @throws TypeError when a parameter is missing or can't be a segment of a path
 */
export function serializePath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  for (const [, name = ''] of path.matchAll(PARAMETER)) {
    const value = parameters[name];
    if (value === undefined || value === null) throw new TypeError(`${name}: the path needs this parameter`);
    if (typeof value === 'string' && DROPPED_SEGMENTS.has(value))
      throw new TypeError(`${name}: '${value}' can't be part of a path`);
  }
  return defaultPathSerializer(path, parameters);
}
