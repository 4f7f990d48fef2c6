import type { InstanceState } from '../allocation/admission/records.js';
import { along, byIndex, inForce, inZone, inZoneOf, labelled, ofTenant } from '../database/criteria.js';
import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { sql, sqlWord } from '../database/sql.js';
import type { ListWindow } from '../kernel/listed.js';
import type { LabelFilter } from '../kernel/marks.js';

/** Filters of a list of instances; all must match. */
export interface InstanceFilter extends ListWindow {
  readonly zoneId?: string;
  readonly providerId?: string;
  readonly reservationId?: string;
  readonly tenant?: string;
  readonly state?: InstanceState;
  readonly name?: string;
  readonly labels: readonly LabelFilter[];
}

export const INSTANCES: ListTable = { name: 'instances', key: 'id', type: 'uuid' };

/**
 * Names, tenants, zones and failed instances have an index in the order of the list. Labels, reservations, due or live
 * instances, and ends have indexes of their own, used where they lead to few rows.
 *
 * @param view the tenant to which the caller's view is limited
 */
export function instancesWith(filter: InstanceFilter, view?: string): Narrowing {
  return narrowing([
    ofTenant(view),
    along('t.name', filter.name),
    ofTenant(filter.tenant),
    ifGiven(filter.state, inState),
    inZone(filter.zoneId),
    ifGiven(filter.reservationId, drawingOn),
    labelled('instances', filter.labels),
    ifGiven(filter.providerId, on),
    inForce('instances', filter, filter.zoneId),
  ]);
}

/** Only a pending or deleting instance is due. `|| ''` selects the index that is for lists. */
function inState(state: InstanceState): Criterion {
  const where = sql`t.state = ${state}::text`;
  switch (state) {
    case 'error':
      return { along: { part: sqlWord(`t.state || '' = 'error'`) } };
    case 'active':
      return {
        where,
        among: sqlWord(`select t.id as key from instances t where t.state in ('pending', 'active')`),
      };
    case 'deleted':
      return { where };
    default:
      return { where, among: sqlWord(`select t.id as key from instances t where t.due_at is not null`) };
  }
}

function drawingOn(reservationId: string): Criterion {
  return byIndex('instances', sql`t.reservation_id = ${reservationId}::uuid`);
}

function on(providerId: string): Criterion {
  return { ...inZoneOf(providerId), where: sql`t.provider_id = ${providerId}::uuid` };
}
