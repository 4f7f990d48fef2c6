import { ListParameters } from '../../http/wire/list-parameters.js';
import { KindFilter, StateFilter, TenantFilter, ZoneFilter } from '../../openapi/list-filters.js';
import { SUBSCRIPTION_KINDS } from '../subscription.js';
import { SUBSCRIPTION_STATES, type SubscriptionFilter } from '../subscription-list.js';

/** Query of GET /subscriptions. */
export class SubscriptionListParameters extends ListParameters {
  @ZoneFilter() zone?: string;
  @TenantFilter() tenant?: string;
  @KindFilter(SUBSCRIPTION_KINDS) kind?: SubscriptionFilter['kind'];
  @StateFilter(SUBSCRIPTION_STATES, ' `disabled`: its receiver has answered 410.')
  state?: SubscriptionFilter['state'];
}

export function subscriptionFilter({
  zone,
  tenant,
  kind,
  state,
}: SubscriptionListParameters): SubscriptionFilter {
  return { zoneId: zone, tenant, kind, state };
}
