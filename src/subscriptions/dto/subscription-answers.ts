import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import { formatInstant } from '../../kernel/time-window.js';
import type { Subscription, Threshold } from '../subscription.js';
import type { RotatedSecret } from '../subscription-secrets.service.js';
import type { Subscribed } from '../subscriptions.service.js';

/** The answer to a subscribe: the two sorts of subscription name their id differently. The only one with the secret. */
export function subscribed({ subscription, secret }: Subscribed): object {
  const { id, kind, createdAt } = subscription;
  const member = kind === 'reservation' ? 'reservationChangeSubscriptionId' : 'capacityChangeSubscriptionId';
  return { created: formatInstant(createdAt), [member]: id, secret };
}

/** A subscription as the additive reads show it: what was asked for, and its kind. */
export function subscriptionDetails(subscription: Subscription): object {
  const { id, kind, tenant, createdAt, callbackUri, disabled } = subscription;
  return {
    subscriptionId: id,
    kind,
    tenant,
    created: formatInstant(createdAt),
    callbackUri,
    disabled: disabled && { since: formatInstant(disabled.since), reason: disabled.reason },
    ...(subscription.kind === 'reservation'
      ? { inputFilter: subscription.reservationIds.map((reservationId) => ({ reservationId })) }
      : {
          zoneId: subscription.zoneId,
          [TYPE_MEMBER[subscription.kind]]: subscription.typeId,
          threshold: subscription.threshold && wireThreshold(subscription.threshold),
        }),
  };
}

/** The answer to a rotation. */
export function rotatedSecret({ id, secret, previousUntil }: RotatedSecret): object {
  return { subscriptionId: id, secret, previousSecretUntil: formatInstant(previousUntil) };
}

function wireThreshold({ type, figure, condition, value }: Threshold): object {
  return { thresholdType: type, threshold: { capacity_info: figure, condition, value } };
}
