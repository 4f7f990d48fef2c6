import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import { formatInstant } from '../../kernel/time-window.js';
import type { Subscription, Threshold } from '../subscription.js';

/** The answer to a subscribe: the two sorts of subscription name their id differently. */
export function subscribed({ id, kind, createdAt }: Subscription): object {
  const member = kind === 'reservation' ? 'reservationChangeSubscriptionId' : 'capacityChangeSubscriptionId';
  return { created: formatInstant(createdAt), [member]: id };
}

/** A subscription as the additive reads show it: what was asked for, and its kind. */
export function subscriptionDetails(subscription: Subscription): object {
  const { id, kind, createdAt, callbackUri } = subscription;
  return {
    subscriptionId: id,
    kind,
    created: formatInstant(createdAt),
    callbackUri,
    ...(subscription.kind === 'reservation'
      ? { inputFilter: subscription.reservationIds.map((reservationId) => ({ reservationId })) }
      : {
          zoneId: subscription.zoneId,
          [TYPE_MEMBER[subscription.kind]]: subscription.typeId,
          threshold: subscription.threshold && wireThreshold(subscription.threshold),
        }),
  };
}

function wireThreshold({ type, figure, condition, value }: Threshold): object {
  return { thresholdType: type, threshold: { capacity_info: figure, condition, value } };
}
