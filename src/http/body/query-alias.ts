import type { NextFunction, Request, Response } from 'express';

/** The paths with a query in the body of a GET. Ignores case and a slash at the end, like Express' router. */
const QUERY_PATH = /^\/(?:capacity|reservation)\/(?:compute|network|storage)\/query\/?$/i;

const ALIASES: ReadonlySet<string> = new Set(['QUERY', 'POST']);

/** Methods that are the same query as GET at this path. */
export function queryAliases(path: string): readonly string[] {
  return QUERY_PATH.test(path) ? [...ALIASES] : [];
}

/**
 * Many clients and proxies drop the body of a GET, and a browser can't send one. So a query may also come by QUERY or
 * POST, and is a GET from here on. Must run before any code that reads the method.
 */
export function answerQueriesAsGet(request: Request, _response: Response, next: NextFunction): void {
  if (ALIASES.has(request.method) && QUERY_PATH.test(request.path)) request.method = 'GET';
  next();
}
