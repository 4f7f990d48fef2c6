import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { NextFunction, RequestHandler, Response } from 'express';
import { isPermitted, isTooMuch, permittedTo } from './allow.js';
import type { AuthenticatedRequest } from './caller.js';
import { forbidden, type Door } from './door.js';
import type { EdgeRefusal } from './answers/problem.js';
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

/** Refuses a request whose principal `@Allow` doesn't name, or that asks for too much. It stands only while authentication is on. */
@Injectable()
export class AllowGuard implements CanActivate {
  constructor(private readonly door: Door) {}

  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const permitted = permittedTo(handler);
    if (permitted.includes('anyone')) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { principal } = request;
    // The door has refused it already, unless a path that it takes for open leads to an operation that is not.
    if (!principal) throw this.refuse(request, this.door.unidentified());
    const isAllowed = isPermitted(principal, permitted);
    if (isAllowed && !isTooMuch(handler, principal, request.body as object)) return true;
    throw this.refuse(request, forbidden(principal));
  }

  private refuse(request: AuthenticatedRequest, refusal: EdgeRefusal): EdgeRefusal {
    this.door.noteRefusal(request, refusal);
    return refusal;
  }
}
