import type { NextFunction, Request, Response } from 'express';

/** The paths at which a question travels in the body of a GET. Express routes without regard to case or a last slash. */
const QUERY_PATH = /^\/(?:capacity|reservation)\/(?:compute|network|storage)\/query\/?$/i;

const ALIASES: ReadonlySet<string> = new Set(['QUERY', 'POST']);

/** Methods that ask the same question as GET at this path. */
export function queryAliases(path: string): readonly string[] {
  return QUERY_PATH.test(path) ? [...ALIASES] : [];
}

/**
 * Many clients and proxies drop the body of a GET, and a browser can't send one: a question may come by QUERY or POST
 * too, and is a GET from here on. Goes before whatever looks at the method.
 */
export function answerQueriesAsGet(request: Request, _response: Response, next: NextFunction): void {
  if (ALIASES.has(request.method) && QUERY_PATH.test(request.path)) request.method = 'GET';
  next();
}
