import type { NextFunction, RequestHandler, Response } from 'express';
import { isPermitted } from './allow.js';
import type { AuthenticatedRequest } from './caller.js';
import { forbidden, type Door } from './door.js';
import type { Routes } from './routes.js';

/** Refuses a principal that may not call an operation, before the body of its request is read. To be used after the door. */
export function checkRole(door: Door, routes: Routes): RequestHandler {
  return (request: AuthenticatedRequest, _response: Response, next: NextFunction): void => {
    const { principal, method, path } = request;
    const permitted = principal && routes.permittedAt(method, path);
    if (!permitted || permitted.includes('anyone') || isPermitted(principal, permitted)) {
      next();
      return;
    }
    const refusal = forbidden(principal);
    door.noteRefusal(request, refusal);
    next(refusal);
  };
}
