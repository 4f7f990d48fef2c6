import { FIGURES } from '../../capacity/dto/northbound.dto.js';
import { typeId } from '../../capacity/dto/northbound-schemas.openapi.js';
import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import {
  id,
  instant,
  list,
  object,
  oneOf,
  pageOf,
  ref,
  requestList,
  text,
  word,
  type Members,
  type Schema,
} from '../../http/openapi/schema.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { LONGEST_CALLBACK_URI } from '../callback-uri.js';
import { CONDITIONS, THRESHOLD_TYPES } from '../subscription.js';

const CALLBACK: Members = {
  callbackUri: {
    type: 'string',
    format: 'uri',
    maxLength: LONGEST_CALLBACK_URI,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?:',
    description:
      'Base address for the notifications; their path is appended unless it is there already. Without a user name or ' +
      'password in it. Absent: the service’s default or, without one, they are kept for reading.',
  },
};

function capacityBody(kind: NorthboundKind): Schema {
  const members: Members = {
    [TYPE_MEMBER[kind]]: typeId(kind),
    zoneId: text('Only this zone; by default the whole service.', 255),
    threshold: ref('ThresholdMember'),
    ...CALLBACK,
  };
  return object(members, { required: [TYPE_MEMBER[kind]] });
}

const INPUT_FILTER = requestList(ref('WatchedReservation'), 'The reservations to watch; an empty list: all.');

/** Shown in the answer to the subscribe and to a rotation, and never again. */
const SECRET: Members = {
  secret: {
    type: 'string',
    pattern: '^whsec_',
    description: 'What its notifications are signed with (Standard Webhooks). It is not shown again.',
  },
};

const SUBSCRIPTION: Members = {
  subscriptionId: id('Its id.'),
  kind: oneOf(['compute', 'network', 'storage', 'reservation'], 'What is watched.'),
  tenant: word(
    'Who made it: of all reservations it hears of those of the tenant alone. Absent: of everybody’s.',
  ),
  created: instant('When it was made.'),
  ...CALLBACK,
  zoneId: word('The zone that is watched; absent: the whole service.'),
  computeResourceTypeId: typeId('compute'),
  networkResourceTypeId: typeId('network'),
  storageResourceTypeId: typeId('storage'),
  threshold: ref('ThresholdMember'),
  disabled: object(
    { since: instant('Since when.'), reason: word('Why.') },
    { required: ['since', 'reason'], description: 'Present while it is told nothing.' },
  ),
  inputFilter: list(ref('WatchedReservation'), 'The reservations that are watched; empty: all.'),
};

export const SUBSCRIPTIONS_SCHEMAS: Readonly<Record<string, Schema>> = {
  SubscribeComputeBody: capacityBody('compute'),
  SubscribeNetworkBody: capacityBody('network'),
  SubscribeStorageBody: capacityBody('storage'),
  SubscribeReservationBody: object({ inputFilter: INPUT_FILTER, ...CALLBACK }, { required: ['inputFilter'] }),
  ChangeSubscriptionBody: object({
    ...CALLBACK,
    threshold: ref('ThresholdMember'),
    inputFilter: requestList(
      ref('WatchedReservation'),
      'Of a subscription to reservations: those to watch; an empty list: all.',
    ),
    zoneId: text('As it is: it cannot be changed.', 255),
    computeResourceTypeId: text('As it is: it cannot be changed.'),
    networkResourceTypeId: text('As it is: it cannot be changed.'),
    storageResourceTypeId: text('As it is: it cannot be changed.'),
  }),
  WatchedReservation: object(
    { reservationId: text('A reservation, bare or as `ResourceReservation:<id>`.') },
    { required: ['reservationId'] },
  ),
  ThresholdMember: object(
    { thresholdType: oneOf(THRESHOLD_TYPES, 'What `value` is.'), threshold: ref('ThresholdComparison') },
    {
      required: ['thresholdType', 'threshold'],
      description:
        'When a notification is wanted: once the condition becomes true. Without a threshold, at every change.',
    },
  ),
  ThresholdComparison: object(
    {
      capacity_info: oneOf(FIGURES, 'The figure that is looked at.'),
      condition: oneOf(CONDITIONS, 'How it is compared with `value`.'),
      value: {
        type: ['number', 'string'],
        minimum: 0,
        pattern: '^[0-9]+([.][0-9]+)?$',
        description:
          '`absoluteValue`: an integer in the units of the type. `percentageOfTotal`: 0 to 100, which may have a fraction.',
      },
    },
    { required: ['capacity_info', 'condition', 'value'] },
  ),
  CapacitySubscribed: object(
    { created: instant('When it was made.'), capacityChangeSubscriptionId: id('Its id.'), ...SECRET },
    { required: ['created', 'capacityChangeSubscriptionId', 'secret'] },
  ),
  ReservationSubscribed: object(
    { created: instant('When it was made.'), reservationChangeSubscriptionId: id('Its id.'), ...SECRET },
    { required: ['created', 'reservationChangeSubscriptionId', 'secret'] },
  ),
  Subscription: object(SUBSCRIPTION, { required: ['subscriptionId', 'kind', 'created'] }),
  SubscriptionPage: pageOf(ref('Subscription')),
  SecretRotated: object(
    {
      subscriptionId: id('Its id.'),
      ...SECRET,
      previousSecretUntil: instant('Until then notifications are signed with the secret before, too.'),
    },
    { required: ['subscriptionId', 'secret', 'previousSecretUntil'] },
  ),
  Unsubscribed: object({ subscriptionId: id('Its id.') }, { required: ['subscriptionId'] }),
};
