import type { ResourceClass } from './resource-amounts.js';

type Limits = ReadonlyMap<ResourceClass, number>;

/** The most that a tenant may hold at any instant, per class. */
export interface TenantLimits {
  /** Of the tenants that are not named. */
  readonly byDefault: Limits;
  /** All limits of each named tenant, with the defaults it has none of its own for. */
  readonly named: ReadonlyMap<string, Limits>;
}

/** The limits of a tenant; empty: it has none. */
export function limitsOf(tenant: string, limits: TenantLimits | undefined): Limits {
  return limits?.named.get(tenant) ?? limits?.byDefault ?? new Map<ResourceClass, number>();
}
