/** What a principal may do, from least to most; `machine` may only do what its scopes name. */
export const ROLES = ['machine', 'consumer', 'auditor', 'operator', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Scopes of a machine: reading `/metrics`, and sending to the inbox. */
export const SCOPES = ['metrics', 'notify'] as const;

export type KeyScope = (typeof SCOPES)[number];

/** The caller of a request, after authentication. */
export interface Principal {
  /** Unique among principals of every kind, for the audit log and rate limits: `key:…`, `oidc:…`, `keystone:…`. */
  readonly id: string;
  readonly role: Role;
  /** The tenant a consumer belongs to; always set for the role `consumer`. */
  readonly tenant?: string;
  readonly scopes: readonly KeyScope[];
}

/** The caller of every request while authentication is off. */
export const ANONYMOUS: Principal = Object.freeze({ id: 'anonymous', role: 'admin', scopes: [] });

/** No tenant has this name, so a view limited to it is empty. */
const NO_TENANT = '';

const SEES_EVERYTHING: ReadonlySet<Role> = new Set<Role>(['auditor', 'operator', 'admin']);

/**
 * The tenant to which a principal's view is limited: what belongs to any other tenant, or to none, does not exist for it.
 * Absent: the principal sees everything. A consumer without a tenant, or a machine, sees nothing.
 */
export function tenantScope({ role, tenant }: Principal): string | undefined {
  return SEES_EVERYTHING.has(role) ? undefined : (tenant ?? NO_TENANT);
}

/** Whether what belongs to a tenant (undefined: to none) exists for a principal. */
export function sees(caller: Principal, owner: string | undefined): boolean {
  return isInView(tenantScope(caller), owner);
}

/** Whether what belongs to a tenant (undefined: to none) exists in a view that is limited to a tenant (undefined: not limited). */
export function isInView(view: string | undefined, owner: string | undefined): boolean {
  return view === undefined || view === owner;
}
