import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { tenantScope } from '../kernel/principal.js';
import { isVisibleText, MUST_BE_VISIBLE } from '../kernel/visible-text.js';
import type { AuthenticatedRequest } from './caller.js';

const HEADER = 'headroom-tenant';

/**
 * The tenant that a request is made for: that of a consumer, else the one that `Headroom-Tenant` names. While
 * authentication is off the header is trusted: the proxy that authenticates callers sets it, and removes one that a caller sets.
 */
export const TenantName = createParamDecorator((_: unknown, context: ExecutionContext) =>
  tenantOf(context.switchToHttp().getRequest<AuthenticatedRequest>()),
);

/**
 * The scope of an `Idempotency-Key`: callers that choose the same key get separate answers. Callers of one tenant share
 * it, so that one of them can repeat the request of another. An operator has its own, for each tenant it acts for, and so has a
 * machine.
 */
export function callerScope(request: AuthenticatedRequest): string {
  const { principal } = request;
  const tenant = tenantOf(request) ?? '';
  // No tenant has a space in its name.
  return principal && principal.tenant === undefined ? `${principal.id} ${tenant}` : tenant;
}

/** The tenant that a request is made for. A machine has none, and names none. */
export function tenantOf({ headers, principal }: AuthenticatedRequest): string | undefined {
  const own = principal && tenantScope(principal);
  if (own !== undefined) return own || undefined;
  const header = headers[HEADER];
  if (header === undefined) return undefined;
  const name = String(header);
  if (isVisibleText(name)) return name;
  throw DomainError.invalidField(['Headroom-Tenant'], MUST_BE_VISIBLE);
}
