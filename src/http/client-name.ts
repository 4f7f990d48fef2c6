import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from './caller.js';

const CLIENT = Symbol('client');

/** Trusted proxies whose requests name no client. */
const PROXIES = 'proxies';

interface NamedRequest extends IncomingMessage {
  [CLIENT]?: string;
}

/** Stores under which name the requests of a client are counted. */
export function noteClientName(request: NamedRequest, name = PROXIES): void {
  request[CLIENT] = name;
}

/** What limits per client address go by. */
export function clientNameOf(request: NamedRequest): string {
  return request[CLIENT] ?? PROXIES;
}

/**
 * Whose share a request that takes long counts in: that of its tenant, of a principal without a tenant or, without a
 * principal, of its client address.
 */
export function shareOf(request: NamedRequest & Pick<AuthenticatedRequest, 'principal'>): string {
  const { principal } = request;
  if (!principal) return clientNameOf(request);
  return principal.tenant === undefined ? principal.id : `tenant:${principal.tenant}`;
}

/** What `shareOf` gives, as a parameter of a controller's method. */
export const Share = createParamDecorator((_: unknown, context: ExecutionContext) =>
  shareOf(context.switchToHttp().getRequest<NamedRequest>()),
);
