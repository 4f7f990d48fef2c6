import type { InstanceState } from '../allocation/records.js';
import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { labelled } from '../database/marked.js';
import { sql, word } from '../database/sql.js';
import { inForce } from '../database/windowed.js';
import { alongZone, alongZoneOf } from '../database/zoned.js';
import type { ListWindow } from '../kernel/listed.js';
import type { LabelFilter } from '../kernel/marks.js';

/** Which instances a list is of: whatever is given has to hold. */
export interface InstanceFilter extends ListWindow {
  readonly zoneId?: string;
  readonly providerId?: string;
  readonly reservationId?: string;
  /** Whom the reservation is for that it draws on. */
  readonly tenant?: string;
  readonly state?: InstanceState;
  readonly name?: string;
  readonly labels: readonly LabelFilter[];
}

export const INSTANCES: ListTable = { name: 'instances', key: 'id', type: 'uuid' };

/**
 * Names, zones and what has failed have an index in the order of the list. Labels, reservations, tenants, what is to be done
 * or live, and ends have indexes of their own, which serve where they lead to few.
 */
export function instancesWith(filter: InstanceFilter): Narrowing {
  return narrowing([
    ifGiven(filter.name, (name) => ({ along: { column: word('t.name'), value: sql`${name}::text` } })),
    ifGiven(filter.state, inState),
    ifGiven(filter.zoneId, (zoneId) => ({ along: alongZone(zoneId) })),
    ifGiven(filter.reservationId, drawingOn),
    labelled('instances', filter.labels),
    ifGiven(filter.providerId, on),
    ifGiven(filter.tenant, ofTenant),
    inForce('instances', filter, filter.zoneId),
  ]);
}

/** Only an instance that is pending or being deleted is due; `|| ''` is the mark of the index that is for lists. */
function inState(state: InstanceState): Criterion {
  const where = sql`t.state = ${state}::text`;
  switch (state) {
    case 'error':
      return { along: { part: word(`t.state || '' = 'error'`) } };
    case 'active':
      return {
        where,
        among: word(`select t.id as key from instances t where t.state in ('pending', 'active')`),
      };
    case 'deleted':
      return { where };
    default:
      return { where, among: word(`select t.id as key from instances t where t.due_at is not null`) };
  }
}

function drawingOn(reservationId: string): Criterion {
  const where = sql`t.reservation_id = ${reservationId}::uuid`;
  return { where, among: sql`select t.id as key from instances t where ${where}` };
}

function on(providerId: string): Criterion {
  return {
    along: alongZoneOf(providerId),
    where: sql`t.provider_id = ${providerId}::uuid`,
  };
}

function ofTenant(tenant: string): Criterion {
  return {
    where: sql`
exists (select from reservations r
         where r.zone_id = t.zone_id and r.id = t.reservation_id and r.tenant = ${tenant}::text offset 0)`,
    among: sql`
select i.id as key
  from reservations r
 cross join lateral (select * from instances where reservation_id = r.id offset 0) i
 where r.tenant || '' = ${tenant}::text and r.tenant is not null`,
  };
}
