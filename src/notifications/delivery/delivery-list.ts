import { equal, ofTenant, within } from '../../database/criteria.js';
import type { ListTable } from '../../database/key-list.js';
import { ifGiven, narrowing, type Narrowing, type Way } from '../../database/narrowing.js';
import { sql, sqlWord, type Sql } from '../../database/sql.js';
import type { ListWindow } from '../../kernel/listed.js';
import type { DeliveryState } from './delivery.js';

/** Filters of a list of deliveries; all must match. The window applies to the creation of the notification. */
export interface DeliveryFilter extends ListWindow {
  readonly subscriptionId?: string;
  readonly tenant?: string;
  readonly state?: DeliveryState;
}

/** Deliveries of one subscription in the order of sending, else by id, which is about the order of creation. */
export function deliveriesOf({ subscriptionId }: DeliveryFilter): ListTable {
  return subscriptionId === undefined
    ? { name: 'notifications', key: 'id', type: 'uuid' }
    : { name: 'notifications', key: 'position', type: 'bigint' };
}

/**
 * Subscriptions and dead deliveries have indexes in the order of the list, waiting ones have another. Other filters
 * walk along the list. A tenant's deliveries have an index in the order of the list of all.
 *
 * @param view the tenant to which the caller's view is limited
 */
export function deliveriesWith(filter: DeliveryFilter, view?: string): Narrowing {
  const { subscriptionId, tenant, state } = filter;
  const subscription = subscriptionId === undefined ? undefined : subscriptionIn(subscriptionId, view);
  return narrowing([
    subscription ? undefined : ofTenant(view),
    state === 'dead' ? { along: dead(subscription) } : undefined,
    ifGiven(subscription, (id) => ({ along: { part: sql`t.subscription_id = ${id}` } })),
    ofTenant(tenant),
    state === 'waiting' ? { among: waiting(filter, subscription) } : undefined,
    equal('t.state', state),
    { where: within('t.created_at', filter) },
  ]);
}

/** The id of a subscription, null if it is not in the view: no row of another tenant is looked at then. */
function subscriptionIn(id: string, view: string | undefined): Sql {
  return view === undefined
    ? sql`${id}::uuid`
    : sql`(select s.id from subscriptions s where s.id = ${id}::uuid and s.tenant = ${view}::text)`;
}

/** Dead deliveries have an index in either order. */
function dead(subscription: Sql | undefined): Way {
  return subscription === undefined
    ? { part: sqlWord(`t.state || '' = 'dead'`) }
    : { part: sql`t.subscription_id = ${subscription} and t.state = 'dead'` };
}

function waiting(filter: DeliveryFilter, subscription: Sql | undefined): Sql {
  const ofIt = subscription === undefined ? sqlWord('true') : sql`t.subscription_id = ${subscription}`;
  const key = sqlWord(`t.${deliveriesOf(filter).key}`);
  return sql`select ${key} as key from notifications t where t.state = 'waiting' and ${ofIt}`;
}
