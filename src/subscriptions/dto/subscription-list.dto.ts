import { ListParameters } from '../../http/list-parameters.js';
import { IsOmittable, IsOneOf, IsText } from '../../http/wire-types.js';
import { SUBSCRIPTION_KINDS } from '../subscription.js';
import { SUBSCRIPTION_STATES, type SubscriptionFilter } from '../subscription-list.js';

/** Query of GET /subscriptions. */
export class SubscriptionListParameters extends ListParameters {
  @IsOmittable() @IsText(255) zone?: string;
  @IsOmittable() @IsText(255) tenant?: string;
  @IsOmittable() @IsOneOf(SUBSCRIPTION_KINDS) kind?: SubscriptionFilter['kind'];
  @IsOmittable() @IsOneOf(SUBSCRIPTION_STATES) state?: SubscriptionFilter['state'];
}

export function subscriptionFilter({
  zone,
  tenant,
  kind,
  state,
}: SubscriptionListParameters): SubscriptionFilter {
  return { zoneId: zone, tenant, kind, state };
}
