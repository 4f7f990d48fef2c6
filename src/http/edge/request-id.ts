import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { holdsCredential } from '../../logging/redaction.js';

const REQUEST_ID_HEADER = 'X-Request-Id';

/** Other characters could break a log line. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

const makeRequestId = requestIds();

/**
 * Uses the caller's request id, or makes one, and returns it with the answer. An id that holds a credential is replaced, because it
 * is logged and audited.
 */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const isUsable = typeof given === 'string' && ACCEPTABLE.test(given) && !holdsCredential(given);
  const id = isUsable ? given : makeRequestId();
  response.setHeader(REQUEST_ID_HEADER, id);
  next();
}

/** The id that `assignRequestId` gave to the request of this response. */
export function requestIdOf(response: Response): string | undefined {
  const id = response.getHeader(REQUEST_ID_HEADER);
  return typeof id === 'string' ? id : undefined;
}

/** Random once per process and counted from there: unique like a random id, at a hundredth of its cost. */
function requestIds(): () => string {
  const prefix = randomBytes(9).toString('hex');
  let made = 0;
  return () => {
    made += 1;
    return `${prefix}-${made.toString(36)}`;
  };
}
