import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../kernel/domain-error.js';

const HEADER = 'headroom-tenant';
const NAME = /^[\x21-\x7e]{1,255}$/;

/**
 * Whom a request is made for, if its `Headroom-Tenant` says so. It is believed: whatever authenticates callers in front
 * of this service sets it, and lets none through that a caller sets.
 */
export const TenantName = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<Request>().headers[HEADER];
  if (header === undefined) return undefined;
  const name = String(header);
  if (NAME.test(name)) return name;
  throw DomainError.invalidField(['Headroom-Tenant'], 'must be 1 to 255 visible ASCII characters');
});
