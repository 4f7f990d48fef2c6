import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import type { Refusal } from '../../http/openapi/answers.js';
import { command, paged, read } from '../../http/openapi/builders.js';
import { kindFilter, LIST_FILTERS, stateFilter, UNKNOWN_ZONE } from '../../http/openapi/list-filters.js';
import { pathParameter, type ApiPart, type Examples, type PathItem } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { ref } from '../../http/openapi/schema.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { SUBSCRIPTION_KINDS } from '../subscription.js';
import { SUBSCRIPTION_STATES } from '../subscription-list.js';
import { SUBSCRIPTIONS_SCHEMAS } from './subscriptions-schemas.openapi.js';

const TAG = 'Subscriptions';

const THRESHOLD_EXAMPLE = {
  thresholdType: 'percentageOfTotal',
  threshold: { capacity_info: 'available', condition: 'lt', value: 12.5 },
};

const TYPES: Readonly<Record<NorthboundKind, string>> = {
  compute: 'vcInstances',
  network: 'publicIps',
  storage: 'volumes',
};

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqZTpL1kQxGE=';

const COMPUTE_EXAMPLE = {
  subscriptionId: SAMPLE.subscription,
  kind: 'compute',
  created: SAMPLE.now,
  callbackUri: 'https://consumer.example/headroom',
  zoneId: SAMPLE.zone,
  computeResourceTypeId: TYPES.compute,
  threshold: THRESHOLD_EXAMPLE,
};

function invalid(field: string): Refusal {
  return {
    description:
      'The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`).',
    code: 'invalid-request',
    detail: `must provide '${field}' parameter`,
    field,
    title: 'Invalid request',
  };
}

const UNKNOWN: Refusal = {
  description: 'There is no such subscription (`unknown-subscription`).',
  code: 'unknown-subscription',
  detail: 'no subscription found for specified identifier',
};

function subscribeCapacity(kind: NorthboundKind): PathItem {
  const member = TYPE_MEMBER[kind];
  const examples: Examples = {
    threshold: {
      summary: 'When less than an eighth is free',
      value: { zoneId: SAMPLE.zone, [member]: TYPES[kind], threshold: THRESHOLD_EXAMPLE },
    },
    every: {
      summary: 'At every change, to an address of its own',
      value: { [member]: TYPES[kind], callbackUri: 'https://consumer.example/headroom' },
    },
  };
  return {
    post: command({
      id: `subscribe${capital(kind)}Capacity`,
      repeatable: true,
      forTenant: true,
      tag: TAG,
      summary: `Subscribe to changes of ${kind} capacity`,
      body: ref(`Subscribe${capital(kind)}Body`),
      examples,
      status: 201,
      says: 'Subscribed.',
      answer: ref('CapacitySubscribed'),
      answers: {
        example: {
          value: { created: SAMPLE.now, capacityChangeSubscriptionId: SAMPLE.subscription, secret: SECRET },
        },
      },
      refusals: {
        400: invalid(member),
        404: {
          description: 'No provider is in the zone (`unknown-zone`).',
          code: 'unknown-zone',
          detail: "zoneId 'nowhere' is not known",
          field: 'zoneId',
        },
      },
    }),
  };
}

const subscribeReservation: PathItem = {
  post: command({
    id: 'subscribeReservations',
    repeatable: true,
    forTenant: true,
    tag: TAG,
    summary: 'Subscribe to changes of reservations',
    body: ref('SubscribeReservationBody'),
    examples: {
      some: { value: { inputFilter: [{ reservationId: SAMPLE.reservation }] } },
      all: { summary: 'All reservations', value: { inputFilter: [] } },
    },
    status: 201,
    says: 'Subscribed.',
    answer: ref('ReservationSubscribed'),
    answers: {
      example: {
        value: { created: SAMPLE.now, reservationChangeSubscriptionId: SAMPLE.subscription, secret: SECRET },
      },
    },
    refusals: {
      400: invalid('inputFilter'),
      404: {
        description: 'A reservation is unknown, terminated or expired (`unknown-reservation`).',
        code: 'unknown-reservation',
        detail: 'no reservation found for specified identifier',
        field: 'inputFilter',
      },
    },
  }),
};

const one: PathItem = {
  ...read({
    id: 'readSubscription',
    tag: TAG,
    summary: 'One subscription',
    parameters: [pathParameter('id', 'Its id.')],
    says: 'The subscription.',
    answer: ref('Subscription'),
    answers: { example: { value: COMPUTE_EXAMPLE } },
    refusals: { 404: UNKNOWN },
  }),
  patch: command({
    id: 'changeSubscription',
    repeatable: true,
    tag: TAG,
    summary: 'Change where a subscription is told, or of what',
    description:
      'What is left out stays; `null` takes an address or a threshold away. The id, the secret, and what was told stay, and ' +
      'what waits goes to the new address. A threshold that differs is evaluated anew: it fires once if it is true already. ' +
      'The zone and the resource type cannot be changed.',
    parameters: [pathParameter('id', 'Its id.')],
    body: ref('ChangeSubscriptionBody'),
    examples: {
      address: { summary: 'To another address', value: { callbackUri: 'https://consumer.example/headroom' } },
    },
    status: 200,
    says: 'The subscription as it is now.',
    answer: ref('Subscription'),
    answers: { example: { value: COMPUTE_EXAMPLE } },
    refusals: {
      400: invalid('callbackUri'),
      404: {
        description:
          'There is no such subscription (`unknown-subscription`), or `inputFilter` names a reservation that is unknown, ' +
          'terminated or expired (`unknown-reservation`).',
        code: 'unknown-subscription',
        detail: 'no subscription found for specified identifier',
      },
    },
  }),
  delete: command({
    id: 'unsubscribe',
    repeatable: true,
    tag: TAG,
    summary: 'End a subscription',
    parameters: [pathParameter('id', 'Its id.')],
    status: 200,
    says: 'Ended.',
    answer: ref('Unsubscribed'),
    answers: { example: { value: { subscriptionId: SAMPLE.subscription } } },
    refusals: { 404: UNKNOWN },
  }),
};

const rotate: PathItem = {
  post: command({
    id: 'rotateSecret',
    repeatable: true,
    tag: TAG,
    summary: 'Give a subscription a new secret',
    description: 'The one before goes on signing along for a day, unless the operator has set another time.',
    parameters: [pathParameter('id', 'Its id.')],
    status: 200,
    says: 'Rotated.',
    answer: ref('SecretRotated'),
    answers: {
      example: {
        value: { subscriptionId: SAMPLE.subscription, secret: SECRET, previousSecretUntil: SAMPLE.end },
      },
    },
    refusals: { 404: UNKNOWN },
  }),
};

const enable: PathItem = {
  post: command({
    id: 'enableSubscription',
    repeatable: true,
    tag: TAG,
    summary: 'Tell a subscription again what happens from now on, after its receiver has answered 410',
    parameters: [pathParameter('id', 'Its id.')],
    status: 200,
    says: 'Enabled.',
    answer: ref('Subscription'),
    answers: { example: { value: COMPUTE_EXAMPLE } },
    refusals: { 404: UNKNOWN },
  }),
};

function capital(kind: NorthboundKind): string {
  return kind[0].toUpperCase() + kind.slice(1);
}

export const SUBSCRIPTIONS_API: ApiPart = {
  paths: {
    '/capacity/compute/subscribe': subscribeCapacity('compute'),
    '/capacity/network/subscribe': subscribeCapacity('network'),
    '/capacity/storage/subscribe': subscribeCapacity('storage'),
    '/reservation/subscribe': subscribeReservation,
    '/subscriptions': paged({
      id: 'listSubscriptions',
      tag: TAG,
      summary: 'The subscriptions',
      parameters: [
        LIST_FILTERS.zone,
        LIST_FILTERS.tenant,
        kindFilter(SUBSCRIPTION_KINDS),
        stateFilter(SUBSCRIPTION_STATES, ' `disabled`: its receiver has answered 410.'),
      ],
      refusals: { 404: UNKNOWN_ZONE },
      answer: 'SubscriptionPage',
      item: COMPUTE_EXAMPLE,
    }),
    '/subscriptions/{id}': one,
    '/subscriptions/{id}/rotate-secret': rotate,
    '/subscriptions/{id}/enable': enable,
  },
  schemas: SUBSCRIPTIONS_SCHEMAS,
};
