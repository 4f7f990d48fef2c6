import type { IncomingHttpHeaders } from 'node:http';
import { EdgeRefusal } from '../../http/answers/problem.js';
import { tenantScope, type Principal } from '../../kernel/principal.js';

/** The refusal of a consumer that names another tenant than its own. */
export function foreignTenant(
  { 'headroom-tenant': named }: IncomingHttpHeaders,
  principal: Principal,
): EdgeRefusal | undefined {
  const own = tenantScope(principal);
  if (named === undefined || own === undefined || named === own) return undefined;
  const detail = 'Headroom-Tenant must be absent or the tenant of the caller.';
  return new EdgeRefusal(403, 'tenant-mismatch', detail, [{ path: ['Headroom-Tenant'], detail }]);
}
