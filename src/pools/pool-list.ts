import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { sql } from '../database/sql.js';
import { inForce } from '../database/windowed.js';
import { alongZone, alongZoneOf } from '../database/zoned.js';
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
    ifGiven(filter.zoneId, (zoneId) => ({ along: alongZone(zoneId) })),
    ifGiven(filter.providerId, of),
    inForce('pool_entries', filter, filter.zoneId),
  ]);
}

function of(providerId: string): Criterion {
  const where = sql`t.provider_id = ${providerId}::uuid`;
  return {
    along: alongZoneOf(providerId),
    where,
    among: sql`select t.id as key from pool_entries t where ${where}`,
  };
}
