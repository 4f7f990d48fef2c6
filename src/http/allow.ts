import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Principal, Role, KeyScope } from '../kernel/principal.js';

/** A role, a scope of machines, any principal, or callers without credentials too. */
export type Permitted = Exclude<Role, 'machine'> | KeyScope | 'authenticated' | 'anyone';

/** Whether a principal that may call an operation may not do what the body asks for. */
type IsTooMuch = (principal: Principal, body: object) => boolean;

const ALLOWED = 'headroom:allowed';
const TOO_MUCH = 'headroom:too-much';

/** The member of an operation in the OpenAPI document that lists who may call it. */
export const ALLOWED_EXTENSION = 'x-allowed';

/** Names of the security schemes in the OpenAPI document: `Authorization: Bearer …`, and `X-Auth-Token`. */
export const SECURITY_SCHEMES = { bearer: 'bearer', keystone: 'keystone' } as const;

/**
 * Who may call an operation. One without this decorator is refused to every caller while authentication is on.
 *
 * What a consumer may see within an operation is decided by the operation: docs/access.md.
 */
export function Allow(...permitted: readonly [Permitted, ...Permitted[]]): MethodDecorator {
  const isOpen = permitted.includes('anyone');
  return applyDecorators(
    SetMetadata(ALLOWED, permitted),
    ApiExtension(ALLOWED_EXTENSION, permitted),
    ...(isOpen ? [] : Object.values(SECURITY_SCHEMES).map((name) => ApiSecurity(name))),
  );
}

/** What an operation does not do for everyone that `@Allow` names. */
export function AllowUnless(isTooMuch: IsTooMuch): MethodDecorator {
  return SetMetadata(TOO_MUCH, isTooMuch);
}

export function isTooMuch(handler: object, principal: Principal, body: object): boolean {
  const check = Reflect.getMetadata(TOO_MUCH, handler) as IsTooMuch | undefined;
  return check?.(principal, body) ?? false;
}

/** Those whom `@Allow` names on a controller's method; none without it. */
export function permittedTo(handler: object): readonly Permitted[] {
  return (Reflect.getMetadata(ALLOWED, handler) as readonly Permitted[] | undefined) ?? [];
}

export function isPermitted({ role, scopes }: Principal, permitted: readonly Permitted[]): boolean {
  if (permitted.includes('authenticated')) return true;
  return role === 'machine' ? scopes.some((scope) => permitted.includes(scope)) : permitted.includes(role);
}
