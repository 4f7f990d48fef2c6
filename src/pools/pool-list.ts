import { byIndex, inForce, inZone, inZoneOf } from '../database/criteria.js';
import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { sql } from '../database/sql.js';
import type { ListWindow } from '../kernel/listed.js';

/** Filters of a list of pool entries; all must match. */
export interface PoolFilter extends ListWindow {
  readonly zoneId?: string;
  readonly providerId?: string;
}

export const POOL_ENTRIES: ListTable = { name: 'pool_entries', key: 'id', type: 'uuid' };

/** Zones have an index in the order of the list. Providers and ends have others, used where they lead to few rows. */
export function poolEntriesWith(filter: PoolFilter): Narrowing {
  return narrowing([
    inZone(filter.zoneId),
    ifGiven(filter.providerId, of),
    inForce('pool_entries', filter, filter.zoneId),
  ]);
}

function of(providerId: string): Criterion {
  const ofIt = byIndex('pool_entries', sql`t.provider_id = ${providerId}::uuid`);
  return { ...inZoneOf(providerId), ...ofIt };
}
