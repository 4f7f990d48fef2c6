import type { NextFunction, Request, Response } from 'express';
import { QUERIES } from '../paths.js';

const ALIASES: ReadonlySet<string> = new Set(['QUERY', 'POST']);

/** Methods that are the same query as GET at this path. */
export function queryAliases(path: string): readonly string[] {
  return QUERIES.test(path) ? [...ALIASES] : [];
}

/**
 * Many clients and proxies drop the body of a GET, and a browser can't send one. So a query may also come by QUERY or
 * POST, and is a GET from here on. Must run before any code that reads the method.
 */
export function answerQueriesAsGet(request: Request, _response: Response, next: NextFunction): void {
  if (ALIASES.has(request.method) && QUERIES.test(request.path)) request.method = 'GET';
  next();
}
