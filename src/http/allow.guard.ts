import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isPermitted, permittedTo } from './allow.js';
import type { AuthenticatedRequest } from './caller.js';
import { forbidden, type Door } from './door.js';
import type { EdgeRefusal } from './answers/problem.js';

/** Refuses a request whose principal `@Allow` doesn't name. It stands only while authentication is on. */
@Injectable()
export class AllowGuard implements CanActivate {
  constructor(private readonly door: Door) {}

  canActivate(context: ExecutionContext): boolean {
    const permitted = permittedTo(context.getHandler());
    if (permitted.includes('anyone')) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { principal } = request;
    // The door has refused it already, unless a path that it takes for open leads to an operation that is not.
    if (!principal) throw this.refuse(request, this.door.unidentified());
    if (isPermitted(principal, permitted)) return true;
    throw this.refuse(request, forbidden(principal));
  }

  private refuse(request: AuthenticatedRequest, refusal: EdgeRefusal): EdgeRefusal {
    this.door.noteRefusal(request, refusal);
    return refusal;
  }
}
