import { authMethods, bootstrapKey, grants, issuers, rateLimit } from './access-parsers.js';
import { baseUrl, claimName, word } from './parsers.js';
import { optional, secret, withDefault } from './setting.js';

/** Who may use the service: docs/access.md explains them. */
export const ACCESS_SETTINGS = {
  auth: optional(
    'AUTH',
    '`none` when embedded on a loopback `HOST` without settings of a method, else required',
    authMethods,
    'How callers authenticate: a list of `keys`, `oidc` and `keystone`, separated by commas; or `none`, which lets every caller do everything.',
  ),
  bootstrapKey: secret(
    'BOOTSTRAP_KEY',
    'none',
    bootstrapKey,
    'An admin key that is accepted until the first admin key has been stored; at least 32 visible ASCII characters.',
  ),
  oidcIssuers: optional(
    'OIDC_ISSUERS',
    'required with `oidc`',
    issuers,
    'OpenID providers whose access tokens are accepted, separated by commas, exactly as their tokens name them.',
  ),
  oidcAudience: withDefault('OIDC_AUDIENCE', 'headroom', word, 'Audience that a token must have.'),
  oidcTenantClaim: withDefault(
    'OIDC_TENANT_CLAIM',
    'tenant',
    claimName,
    'Claim that names the tenant of a consumer.',
  ),
  oidcRoleClaim: withDefault(
    'OIDC_ROLE_CLAIM',
    'roles',
    claimName,
    'Claim with the roles of a caller, as a string or a list; dots separate nested members: `realm_access.roles`.',
  ),
  oidcRoles: withDefault(
    'OIDC_ROLES',
    'consumer:consumer,auditor:auditor,operator:operator,admin:admin,metrics:metrics,notify:notify',
    grants,
    'Grants of the values of that claim, as `value:grant`, separated by commas. A grant is a role or a scope (`metrics`, `notify`).',
  ),
  keystoneUrl: optional(
    'KEYSTONE_URL',
    'required with `keystone`',
    baseUrl,
    'Keystone whose tokens are accepted as `X-Auth-Token`; the project of a token is the tenant. No user name and password in the address.',
  ),
  keystoneRoles: withDefault(
    'KEYSTONE_ROLES',
    'admin:admin,member:consumer,system-reader:auditor',
    grants,
    'Grants of the roles in a token, as `role:grant`, separated by commas. A role in a token of the whole system also counts as `system-<role>`.',
  ),
  rateLimit: optional(
    'RATE_LIMIT',
    'off',
    rateLimit,
    'Rate limit of each principal in a process, as `rate:burst`: units per second, and units at once (at least 20). A read costs 1 unit, a write 2, a query or a report 20 ([weights](access.md#limits)). Without `AUTH` there are no principals.',
  ),
} as const;
