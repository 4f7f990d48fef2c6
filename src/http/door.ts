import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Principal } from '../kernel/principal.js';
import { EdgeRefusal } from './answers/problem.js';

/** Resolves the principal of a request from its headers, before its body is read and before it takes a place. */
export interface Door {
  /**
   * Sets the principal of a request. Gives the refusal of one that may not go on; a promise only if it is not known
   * without asking elsewhere.
   */
  enter(
    request: IncomingMessage,
    response: ServerResponse,
  ): EdgeRefusal | undefined | Promise<EdgeRefusal | undefined>;

  /**
   * Takes from the rate of a request's principal what a request takes that may take long, once its body shows it. Gives the
   * refusal of one that exceeds the rate.
   */
  weighAgain(request: IncomingMessage, response: ServerResponse): EdgeRefusal | undefined;

  /** The refusal of a request without credentials. */
  unidentified(): EdgeRefusal;

  /** Logs and counts a refusal of access. */
  noteRefusal(request: IncomingMessage, refusal: EdgeRefusal): void;
}

/** Express middleware that lets a request through a door, or answers the refusal. */
export function askDoor(door: Door): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void | Promise<void> => {
    const refusal = door.enter(request, response);
    if (refusal instanceof Promise) return refusal.then(next);
    next(refusal);
  };
}

/** The refusal of an operation that a principal may not call. */
export function forbidden({ role, scopes }: Principal): EdgeRefusal {
  const whose = role === 'machine' ? `the scopes ${scopes.join(', ') || 'none'}` : `the role ${role}`;
  return new EdgeRefusal(403, 'forbidden', `A caller with ${whose} may not do this.`);
}
