import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { capital, operationsOf } from '../../openapi/operations.js';
import { malformed, unknown, UNKNOWN_ZONE, UNKNOWN_ZONE_ID } from '../../openapi/refusals.js';
import { example, SAMPLE, type Examples } from '../../openapi/samples.js';
import {
  CapacitySubscribed,
  ReservationSubscribed,
  SecretRotated,
  SubscriptionAnswer,
  SubscriptionPage,
  Unsubscribed,
} from './subscription-answers.js';
import { UNREADABLE_SECRET } from '../subscription-secrets.service.js';

const { Command, Paged, Read } = operationsOf('Subscriptions');

const THRESHOLD_EXAMPLE = {
  thresholdType: 'percentageOfTotal',
  threshold: { capacity_info: 'available', condition: 'lt', value: 12.5 },
};

const TYPES: Readonly<Record<NorthboundKind, string>> = {
  compute: 'vcInstances',
  network: 'publicIps',
  storage: 'volumes',
};

const CALLBACK = 'https://consumer.example/headroom';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqZTpL1kQxGE=';

const UNREADABLE = {
  description:
    'The challenge to a new receiver can not be signed, because the secret or the token can not be read (`secret-unreadable`).',
  code: 'secret-unreadable',
  detail: UNREADABLE_SECRET,
};

/** A placeholder: a token has no form of its own. */
const TOKEN = 'your-token';

const COMPUTE_EXAMPLE = {
  subscriptionId: SAMPLE.subscription,
  kind: 'compute',
  created: SAMPLE.now,
  callbackUri: CALLBACK,
  zoneId: SAMPLE.zone,
  computeResourceTypeId: TYPES.compute,
  threshold: THRESHOLD_EXAMPLE,
};

const PATH = { id: 'Its id.' };

const UNKNOWN = unknown('subscription');

export function SubscribeCapacity(kind: NorthboundKind): MethodDecorator {
  const member = TYPE_MEMBER[kind];
  const examples: Examples = {
    threshold: {
      summary: 'When less than an eighth is free',
      value: { zoneId: SAMPLE.zone, [member]: TYPES[kind], threshold: THRESHOLD_EXAMPLE },
    },
    every: {
      summary: 'At every change, to an address of its own',
      value: { [member]: TYPES[kind], callbackUri: CALLBACK },
    },
    token: {
      summary: 'To a gateway that wants a token',
      value: { [member]: TYPES[kind], callbackUri: CALLBACK, callbackToken: TOKEN },
    },
  };
  return Command({
    id: `subscribe${capital(kind)}Capacity`,
    forTenant: true,
    summary: `Subscribe to changes of ${kind} capacity`,
    examples,
    status: 201,
    says: 'Subscribed.',
    answer: CapacitySubscribed,
    answers: example({
      created: SAMPLE.now,
      capacityChangeSubscriptionId: SAMPLE.subscription,
      secret: SECRET,
    }),
    refusals: { 400: malformed(member), 404: UNKNOWN_ZONE_ID },
  });
}

export const SubscribeReservations = () =>
  Command({
    id: 'subscribeReservations',
    forTenant: true,
    summary: 'Subscribe to changes of reservations',
    examples: {
      some: { value: { inputFilter: [{ reservationId: SAMPLE.reservation }] } },
      all: { summary: 'All reservations', value: { inputFilter: [] } },
    },
    status: 201,
    says: 'Subscribed.',
    answer: ReservationSubscribed,
    answers: example({
      created: SAMPLE.now,
      reservationChangeSubscriptionId: SAMPLE.subscription,
      secret: SECRET,
    }),
    refusals: {
      400: malformed('inputFilter'),
      404: unknown('reservation', {
        description: 'A reservation is unknown, terminated or expired (`unknown-reservation`).',
        field: 'inputFilter',
      }),
    },
  });

export const ReadSubscription = () =>
  Read({
    id: 'readSubscription',
    summary: 'One subscription',
    path: PATH,
    says: 'The subscription.',
    answer: SubscriptionAnswer,
    answers: example(COMPUTE_EXAMPLE),
    refusals: { 404: UNKNOWN },
  });

export const ChangeSubscription = () =>
  Command({
    id: 'changeSubscription',
    summary: 'Change the address, threshold or filter of a subscription',
    description:
      'What is left out stays; `null` takes an address, a token or a threshold away. The id, the secret, and what was told stay, and ' +
      'what waits goes to the new address. An address with another scheme, host or port takes the token away, unless a new one comes with it. A threshold that differs is evaluated anew: it fires once if it is true already. ' +
      'The zone and the resource type cannot be changed.',
    path: PATH,
    examples: {
      address: { summary: 'To another address', value: { callbackUri: CALLBACK } },
      token: { summary: 'With another token', value: { callbackToken: TOKEN } },
    },
    says: 'The subscription as it is now.',
    answer: SubscriptionAnswer,
    answers: example(COMPUTE_EXAMPLE),
    refusals: {
      400: malformed('callbackUri'),
      404: unknown('subscription', {
        description:
          'There is no such subscription (`unknown-subscription`), or `inputFilter` names a reservation that is unknown, ' +
          'terminated or expired (`unknown-reservation`).',
      }),
      409: UNREADABLE,
    },
  });

export const Unsubscribe = () =>
  Command({
    id: 'unsubscribe',
    summary: 'End a subscription',
    path: PATH,
    says: 'Ended.',
    answer: Unsubscribed,
    answers: example({ subscriptionId: SAMPLE.subscription }),
    refusals: { 404: UNKNOWN },
  });

export const RotateSecret = () =>
  Command({
    id: 'rotateSecret',
    summary: 'Give a subscription a new secret',
    description: 'The one before goes on signing along for a day, unless the operator has set another time.',
    path: PATH,
    says: 'Rotated.',
    answer: SecretRotated,
    answers: example({
      subscriptionId: SAMPLE.subscription,
      secret: SECRET,
      previousSecretUntil: SAMPLE.end,
    }),
    refusals: { 404: UNKNOWN },
  });

export const EnableSubscription = () =>
  Command({
    id: 'enableSubscription',
    summary: 'Tell a subscription again what happens from now on, after its receiver has answered 410',
    path: PATH,
    says: 'Enabled.',
    answer: SubscriptionAnswer,
    answers: example(COMPUTE_EXAMPLE),
    refusals: { 404: UNKNOWN },
  });

export const ListSubscriptions = () =>
  Paged({
    id: 'listSubscriptions',
    summary: 'The subscriptions',
    refusals: { 404: UNKNOWN_ZONE },
    answer: SubscriptionPage,
    item: COMPUTE_EXAMPLE,
  });
