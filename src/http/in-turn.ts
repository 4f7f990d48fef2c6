import type { RequestHandler } from 'express';

/** Several handlers as one: a layer of its own in Express costs about as much as what each of ours does. */
export function inTurn(...[first, ...rest]: readonly RequestHandler[]): RequestHandler {
  if (rest.length === 0) return first;
  const others = inTurn(...rest);
  return (request, response, next) =>
    first(request, response, (error?: unknown) => (error ? next(error) : others(request, response, next)));
}
