import { byIndex, equal } from '../database/criteria.js';
import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Narrowing } from '../database/narrowing.js';
import { sql } from '../database/sql.js';
import type { ProviderState, ProviderType } from './provider.js';

/** Filters of a list of providers; all must match. */
export interface ProviderFilter {
  readonly zoneId?: string;
  /** Id or name of the project whose quota is used. */
  readonly tenant?: string;
  readonly state?: ProviderState;
  readonly type?: ProviderType;
}

export const PROVIDERS: ListTable = { name: 'providers', key: 'id', type: 'uuid' };

/**
 * Zones have an index. Other filters walk along the ids, which is cheap because an operator registers each provider.
 */
export function providersWith({ zoneId, tenant, state, type }: ProviderFilter): Narrowing {
  return narrowing([
    ifGiven(zoneId, (zone) => byIndex('providers', sql`t.zone_id = ${zone}::text`)),
    ifGiven(tenant, (project) => ({ where: sql`${project}::text in (t.tenant_id, t.tenant_name)` })),
    equal('t.state', state),
    equal('t.type', type),
  ]);
}
