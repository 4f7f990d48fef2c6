import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../kernel/domain-error.js';

const HEADER = 'headroom-tenant';
const NAME = /^[\x21-\x7e]{1,255}$/;

/**
 * Whom a request is made for, if its `Headroom-Tenant` says so. It is believed: whatever authenticates callers in front
 * of this service sets it, and lets none through that a caller sets.
 */
export const TenantName = createParamDecorator((_: unknown, context: ExecutionContext) =>
  tenantOf(context.switchToHttp().getRequest<Request>()),
);

/**
 * Whose `Idempotency-Key` a request bears: callers that choose the same one get each their own answer. It is the tenant, empty for
 * none, for as long as the service knows no other name of a caller.
 */
export function callerScope(request: Request): string {
  return tenantOf(request) ?? '';
}

function tenantOf({ headers }: Request): string | undefined {
  const header = headers[HEADER];
  if (header === undefined) return undefined;
  const name = String(header);
  if (NAME.test(name)) return name;
  throw DomainError.invalidField(['Headroom-Tenant'], 'must be 1 to 255 visible ASCII characters');
}
