import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Narrowing } from '../database/narrowing.js';
import { sql } from '../database/sql.js';
import type { ProviderState, ProviderType } from './provider.js';

/** Which providers a list is of: whatever is given has to hold. */
export interface ProviderFilter {
  readonly zoneId?: string;
  /** Id or name of the project whose quota is drawn on. */
  readonly tenant?: string;
  readonly state?: ProviderState;
  readonly type?: ProviderType;
}

export const PROVIDERS: ListTable = { name: 'providers', key: 'id', type: 'uuid' };

/** Those of a zone have an index. All else is looked for along the ids: an operator registers every one of them. */
export function providersWith({ zoneId, tenant, state, type }: ProviderFilter): Narrowing {
  return narrowing([
    ifGiven(zoneId, (zone) => {
      const where = sql`t.zone_id = ${zone}::text`;
      return { where, among: sql`select t.id as key from providers t where ${where}` };
    }),
    ifGiven(tenant, (project) => ({ where: sql`${project}::text in (t.tenant_id, t.tenant_name)` })),
    ifGiven(state, (wanted) => ({ where: sql`t.state = ${wanted}::text` })),
    ifGiven(type, (wanted) => ({ where: sql`t.type = ${wanted}::text` })),
  ]);
}
