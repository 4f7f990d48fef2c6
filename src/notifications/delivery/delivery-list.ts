import { timestamp } from '../../database/columns.js';
import type { ListTable } from '../../database/key-list.js';
import { ifGiven, narrowing, type Narrowing, type Way } from '../../database/narrowing.js';
import { sql, word, type Sql } from '../../database/sql.js';
import type { ListWindow } from '../../kernel/listed.js';
import type { DeliveryState } from './delivery.js';

/** Which deliveries a list is of: whatever is given has to hold. The window is that of their being told. */
export interface DeliveryFilter extends ListWindow {
  readonly subscriptionId?: string;
  readonly state?: DeliveryState;
}

/** Those of one subscription in the order in which they are sent, else by their ids, which is about that of their being told. */
export function deliveriesOf({ subscriptionId }: DeliveryFilter): ListTable {
  return subscriptionId === undefined
    ? { name: 'notifications', key: 'id', type: 'uuid' }
    : { name: 'notifications', key: 'position', type: 'bigint' };
}

/** Subscriptions and what is dead have indexes in the order of the list, and what waits has another. All else is looked for along. */
export function deliveriesWith(filter: DeliveryFilter): Narrowing {
  const { state, from, to } = filter;
  return narrowing([
    state === 'dead' ? { along: dead(filter) } : undefined,
    ifGiven(filter.subscriptionId, (id) => ({ along: ofSubscription(id) })),
    state === 'waiting' ? { among: waiting(filter) } : undefined,
    ifGiven(state, (wanted) => ({ where: sql`t.state = ${wanted}::text` })),
    ifGiven(from, (at) => ({ where: sql`t.created_at >= ${timestamp(at)}::timestamptz` })),
    ifGiven(to, (at) => ({ where: sql`t.created_at < ${timestamp(at)}::timestamptz` })),
  ]);
}

function ofSubscription(id: string): Way {
  return { part: sql`t.subscription_id = ${id}::uuid` };
}

/** What is dead has an index in either order. */
function dead({ subscriptionId }: DeliveryFilter): Way {
  return subscriptionId === undefined
    ? { part: word(`t.state || '' = 'dead'`) }
    : { part: sql`t.subscription_id = ${subscriptionId}::uuid and t.state = 'dead'` };
}

function waiting(filter: DeliveryFilter): Sql {
  const { subscriptionId: id } = filter;
  const ofIt = id === undefined ? word('true') : sql`t.subscription_id = ${id}::uuid`;
  const key = word(`t.${deliveriesOf(filter).key}`);
  return sql`select ${key} as key from notifications t where t.state = 'waiting' and ${ofIt}`;
}
