import { maskedAddress } from '../../kernel/masked-address.js';
import type { Principal } from '../../kernel/principal.js';
import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import { formatInstant } from '../../kernel/time-window.js';
import { SUBSCRIPTION_KINDS, type Subscription, type Threshold } from '../subscription.js';
import type { RotatedSecret } from '../subscription-secrets.service.js';
import type { Subscribed } from '../subscriptions.service.js';
import { ComputeTypeId, TypeIdOf } from '../../capacity/dto/northbound.dto.js';
import {
  Described,
  Id,
  Member,
  OneOf,
  OPTIONAL,
  pageSchemaOf,
  Part,
  Parts,
  Time,
  Word,
} from '../../openapi/members.js';
import { CALLBACK_SCHEMA, CALLBACK_TEXT, ThresholdMember, WatchedReservation } from './northbound.dto.js';

/** Shown in the answer to the subscribe and to a rotation, and never again. */
const Secret = () =>
  Word('What its notifications are signed with (Standard Webhooks). It is not shown again.', {
    pattern: '^whsec_',
  });

class SubscribedAnswer {
  @Time('When it was made.') created!: string;
  @Secret() secret!: string;
}

export class CapacitySubscribed extends SubscribedAnswer {
  @Id('Its id.') capacityChangeSubscriptionId!: string;
}

export class ReservationSubscribed extends SubscribedAnswer {
  @Id('Its id.') reservationChangeSubscriptionId!: string;
}

class Disabled {
  @Time('Since when.') since!: string;
  @Word('Why.') reason!: string;
}

/** A subscription as the additive reads show it: what was asked for, and its kind. */
@Described({ name: 'Subscription' })
export class SubscriptionAnswer {
  @Id('Its id.') subscriptionId!: string;
  @OneOf(SUBSCRIPTION_KINDS, 'Resource type that is watched.') kind!: string;

  @Word(
    'Its tenant: a subscription to all reservations covers only those of this tenant. Absent: those of all ' +
      'tenants.',
    OPTIONAL,
  )
  tenant?: string;

  @Time('When it was made.') created!: string;
  @Member({ ...CALLBACK_SCHEMA, description: CALLBACK_TEXT, ...OPTIONAL }) callbackUri?: string;
  @Word('The zone that is watched; absent: the whole service.', OPTIONAL) zoneId?: string;

  @ComputeTypeId(OPTIONAL) computeResourceTypeId?: string;
  @TypeIdOf('network', OPTIONAL) networkResourceTypeId?: string;
  @TypeIdOf('storage', OPTIONAL) storageResourceTypeId?: string;
  @Part(ThresholdMember, undefined, OPTIONAL) threshold?: object;
  @Part(Disabled, 'Present while the subscription is disabled: nothing is sent.', OPTIONAL)
  disabled?: Disabled;

  @Parts(WatchedReservation, 'The reservations that are watched; empty: all.', OPTIONAL)
  inputFilter?: WatchedReservation[];
}

export const SubscriptionPage = pageSchemaOf(SubscriptionAnswer, 'SubscriptionPage');

export class SecretRotated {
  @Id('Its id.') subscriptionId!: string;
  @Secret() secret!: string;
  @Time('End of the time in which the previous secret also signs notifications.')
  previousSecretUntil!: string;
}

export class Unsubscribed {
  @Id('Its id.') subscriptionId!: string;
}

/** The answer to a subscribe: the two sorts of subscription name their id differently. The only one with the secret. */
export function subscribed({ subscription, secret }: Subscribed): object {
  const { id, kind, createdAt } = subscription;
  const member = kind === 'reservation' ? 'reservationChangeSubscriptionId' : 'capacityChangeSubscriptionId';
  return { created: formatInstant(createdAt), [member]: id, secret };
}

/** @param caller absent: a caller that may change the subscription, and so sees its address */
export function subscriptionDetails(subscription: Subscription, caller?: Principal): SubscriptionAnswer {
  const { id, kind, tenant, createdAt, callbackUri, disabled } = subscription;
  return {
    subscriptionId: id,
    kind,
    tenant,
    created: formatInstant(createdAt),
    callbackUri:
      callbackUri && (caller?.role === 'auditor' ? masked(callbackUri) : maskedAddress(callbackUri)),
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

/** An auditor sees that there is an address, and whether it is encrypted. */
function masked(callbackUri: string): string {
  return `${new URL(callbackUri).protocol}//masked.invalid`;
}

/** The answer to a rotation. */
export function rotatedSecret({ id, secret, previousUntil }: RotatedSecret): SecretRotated {
  return { subscriptionId: id, secret, previousSecretUntil: formatInstant(previousUntil) };
}

function wireThreshold({ type, figure, condition, value }: Threshold): object {
  return { thresholdType: type, threshold: { capacity_info: figure, condition, value } };
}
