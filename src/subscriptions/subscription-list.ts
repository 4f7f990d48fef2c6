import { along, equal, ofTenant } from '../database/criteria.js';
import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { sqlWord } from '../database/sql.js';
import type { SubscriptionKind } from './subscription.js';

export const SUBSCRIPTION_STATES = ['active', 'disabled'] as const;

/** Filters of a list of subscriptions; all must match. */
export interface SubscriptionFilter {
  /** Subscriptions to this zone alone, not to the whole service. */
  readonly zoneId?: string;
  /** Those made for this tenant. */
  readonly tenant?: string;
  readonly kind?: SubscriptionKind;
  readonly state?: (typeof SUBSCRIPTION_STATES)[number];
}

export const SUBSCRIPTIONS: ListTable = { name: 'subscriptions', key: 'id', type: 'uuid' };

/**
 * Zones, tenants and subscriptions to reservations have indexes in the order of the list. Other filters walk along the
 * list.
 *
 * @param view the tenant to which the caller's view is limited
 */
export function subscriptionsWith(
  { zoneId, tenant, kind, state }: SubscriptionFilter,
  view?: string,
): Narrowing {
  return narrowing([
    ofTenant(view),
    along('t.zone_id', zoneId),
    ofTenant(tenant),
    ofKind(kind),
    ifGiven(state, (wanted) => ({
      where: sqlWord(`t.disabled_at is ${wanted === 'active' ? 'null' : 'not null'}`),
    })),
  ]);
}

function ofKind(kind: SubscriptionKind | undefined): Criterion | undefined {
  return kind === 'reservation'
    ? { along: { part: sqlWord(`t.kind = 'reservation'`) } }
    : equal('t.kind', kind);
}
