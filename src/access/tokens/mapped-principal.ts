import { GRANTED_ROLES, type Grant } from '../../config/access-parsers.js';
import { SCOPES, type Principal } from '../../kernel/principal.js';
import { isVisibleText } from '../../kernel/visible-text.js';
import { AccessFailure } from '../access-failure.js';

/** A caller as an identity service describes it. */
interface ForeignCaller {
  readonly id: string;
  /** The names of its roles there. */
  readonly roles: readonly string[];
  readonly tenant?: string;
}

/**
 * The principal of a caller, with the role that grants the most; without a role, with the scopes of a machine.
 *
 * @throws AccessFailure `forbidden` if none of its roles grants anything, or a consumer has no tenant
 */
export function mappedPrincipal(caller: ForeignCaller, grants: ReadonlyMap<string, Grant>): Principal {
  const { id, tenant } = caller;
  const granted = new Set(caller.roles.map((name) => grants.get(name)));
  const role = GRANTED_ROLES.find((known) => granted.has(known));
  if (role === 'consumer') {
    if (tenant !== undefined && isVisibleText(tenant)) return Object.freeze({ id, role, tenant, scopes: [] });
    throw new AccessFailure(
      'forbidden',
      'A consumer needs a tenant of 1 to 255 visible ASCII characters, and the token does not name exactly one.',
    );
  }
  if (role) return Object.freeze({ id, role, scopes: [] });
  const scopes = SCOPES.filter((scope) => granted.has(scope));
  if (scopes.length > 0) return Object.freeze({ id, role: 'machine', scopes });
  throw new AccessFailure('forbidden', 'None of the roles in the token may use this service.');
}
