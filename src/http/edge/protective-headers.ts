import type { NextFunction, Request, Response } from 'express';

/**
 * On every answer. Browsers and caches must not keep an answer, guess its type, or show it inside another page: a cache on the way keys
 * a GET by its URL, and would answer one body with the figures of another. A page of the service may set its own policy in their place.
 */
export const PROTECTIVE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
};

const HEADERS: readonly (readonly [string, string])[] = Object.entries(PROTECTIVE_HEADERS);

export function protectAnswer(_request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
}
