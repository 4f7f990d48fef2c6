import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ANONYMOUS, type Principal } from '../kernel/principal.js';

/** A request after authentication. */
export interface AuthenticatedRequest extends Request {
  principal?: Principal;
}

/** The principal of a request, as a parameter of a controller's method. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<AuthenticatedRequest>()),
);

export function callerOf({ principal }: AuthenticatedRequest): Principal {
  return principal ?? ANONYMOUS;
}
