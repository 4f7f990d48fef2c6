import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { sql, word } from '../database/sql.js';
import type { SubscriptionKind } from './subscription.js';

export const SUBSCRIPTION_STATES = ['active', 'disabled'] as const;

/** Which subscriptions a list is of: whatever is given has to hold. */
export interface SubscriptionFilter {
  /** Those of this zone alone; those of the whole service are of none. */
  readonly zoneId?: string;
  /** Those made for this tenant. */
  readonly tenant?: string;
  readonly kind?: SubscriptionKind;
  readonly state?: (typeof SUBSCRIPTION_STATES)[number];
}

export const SUBSCRIPTIONS: ListTable = { name: 'subscriptions', key: 'id', type: 'uuid' };

/** Zones and tenants have an index in the order of the list, and so have those of reservations. All else is looked for along. */
export function subscriptionsWith({ zoneId, tenant, kind, state }: SubscriptionFilter): Narrowing {
  return narrowing([
    ifGiven(zoneId, (zone) => ({ along: { column: word('t.zone_id'), value: sql`${zone}::text` } })),
    ifGiven(tenant, (name) => ({ along: { column: word('t.tenant'), value: sql`${name}::text` } })),
    ifGiven(kind, ofKind),
    ifGiven(state, (wanted) => ({
      where: word(`t.disabled_at is ${wanted === 'active' ? 'null' : 'not null'}`),
    })),
  ]);
}

function ofKind(kind: SubscriptionKind): Criterion {
  return kind === 'reservation'
    ? { along: { part: word(`t.kind = 'reservation'`) } }
    : { where: sql`t.kind = ${kind}::text` };
}
