import { command, paged, read } from '../../http/openapi/builders.js';
import type { Refusal } from '../../http/openapi/answers.js';
import { stateFilter } from '../../http/openapi/list-filters.js';
import { pathParameter, queryParameter, type ApiPart, type Examples } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { id, instant, integer, list, object, oneOf, pageOf, ref, word } from '../../http/openapi/schema.js';
import { ATTEMPT_OUTCOMES, DELIVERY_STATES } from '../delivery/delivery.js';
import { reservationChange } from './notification-examples.openapi.js';

const TAG = 'Notifications';

const DELIVERY = {
  deliveryId: SAMPLE.notification,
  subscriptionId: SAMPLE.subscription,
  position: 4711,
  path: '/capacity/compute/notification',
  state: 'delivered',
  attempts: 2,
  created: SAMPLE.now,
  settled: SAMPLE.now,
  notification: reservationChange(),
};

const LOG = [
  { number: 1, at: SAMPLE.now, outcome: 'status', status: 503, milliseconds: 12 },
  { number: 2, at: SAMPLE.now, outcome: 'delivered', status: 204, milliseconds: 9 },
];

const ONE: Examples = { example: { value: { ...DELIVERY, log: LOG } } };

const UNKNOWN_SUBSCRIPTION: Refusal = {
  description: 'There is no such subscription (`unknown-subscription`).',
  code: 'unknown-subscription',
  detail: 'no subscription found for specified identifier',
};

const UNKNOWN_DELIVERY: Refusal = {
  description: 'There is no such delivery, or it is forgotten already (`unknown-delivery`).',
  code: 'unknown-delivery',
  detail: 'no delivery found for specified identifier',
};

const NOT_SENT: Refusal = {
  description:
    'The subscription is disabled (`subscription-disabled`), or there is no address to send to (`no-callback`).',
  code: 'subscription-disabled',
  detail: 'the subscription is disabled (the receiver answered 410 Gone): enable it first',
  title: 'Not active',
};

const SUBSCRIPTION_ID = pathParameter('id', 'Id of the subscription.');
const DELIVERY_ID = pathParameter('id', 'Its id: the `notificationId` or `changeId` of its body.');

const FILTERS = [
  stateFilter(DELIVERY_STATES),
  queryParameter('from', {
    type: 'string',
    format: 'date-time',
    description: 'Those told at this time or later.',
  }),
  queryParameter('to', { type: 'string', format: 'date-time', description: 'Those told before this time.' }),
];

const FIELDS = {
  deliveryId: id(
    'Its id: the `notificationId` or `changeId` of its body, and the `webhook-id` it is sent with.',
  ),
  subscriptionId: id('Whom it is for.'),
  position: integer(
    'Counts up in the order in which notifications of one reservation, or one subscription, are sent.',
  ),
  path: word('Our path, which is appended to the address.'),
  state: oneOf(
    DELIVERY_STATES,
    '`kept`: there is no address, it waits here for a reader. `superseded`: a newer value took its place. `dead`: given up.',
  ),
  attempts: integer('How often it was sent, or begun to be.'),
  created: instant('When it was told.'),
  settled: instant('When it was delivered, superseded, given up or kept; absent while it waits.'),
  notification: { type: 'object', description: 'The body that is sent.' },
} as const;

const REQUIRED = [
  'deliveryId',
  'subscriptionId',
  'position',
  'path',
  'state',
  'attempts',
  'created',
  'notification',
];

export const DELIVERIES_API: ApiPart = {
  paths: {
    '/subscriptions/{id}/deliveries': paged({
      id: 'listDeliveriesOfSubscription',
      tag: TAG,
      summary: 'What a subscription was told, and is to be told, in that order',
      description: 'Those that are settled are forgotten after some days.',
      parameters: [SUBSCRIPTION_ID, ...FILTERS],
      refusals: { 404: UNKNOWN_SUBSCRIPTION },
      answer: 'DeliveryPage',
      item: DELIVERY,
    }),
    '/subscriptions/{id}/redeliver': {
      post: command({
        id: 'redeliverDead',
        repeatable: true,
        tag: TAG,
        summary: 'Send everything again that was given up',
        parameters: [SUBSCRIPTION_ID],
        status: 202,
        says: 'Will be sent.',
        answer: ref('Redelivered'),
        answers: { example: { value: { redelivered: 3 } } },
        refusals: { 404: UNKNOWN_SUBSCRIPTION, 409: NOT_SENT },
      }),
    },
    '/subscriptions/{id}/test': {
      post: command({
        id: 'sendTestNotification',
        repeatable: true,
        tag: TAG,
        summary: 'Send an event that means nothing, the way all go',
        description: 'Its body has the form this subscription gets, and a member `test` that is true.',
        parameters: [SUBSCRIPTION_ID],
        status: 202,
        says: 'Will be sent, or is kept where there is no address.',
        answer: ref('DeliveryWithLog'),
        answers: ONE,
        refusals: { 404: UNKNOWN_SUBSCRIPTION, 409: NOT_SENT },
      }),
    },
    '/deliveries': paged({
      id: 'listDeliveries',
      tag: TAG,
      summary: 'What subscriptions were told, and are to be told',
      description: 'Those that are settled are forgotten after some days.',
      parameters: [
        queryParameter('subscription', {
          type: 'string',
          format: 'uuid',
          description: 'Those of this subscription; by default of any.',
        }),
        ...FILTERS,
      ],
      answer: 'DeliveryPage',
      item: DELIVERY,
    }),
    '/deliveries/{id}': read({
      id: 'readDelivery',
      tag: TAG,
      summary: 'One notification and the attempts to deliver it',
      parameters: [DELIVERY_ID],
      says: 'The delivery.',
      answer: ref('DeliveryWithLog'),
      answers: ONE,
      refusals: { 404: UNKNOWN_DELIVERY },
    }),
    '/deliveries/{id}/redeliver': {
      post: command({
        id: 'redeliver',
        repeatable: true,
        tag: TAG,
        summary: 'Send a notification again, under the same id, whatever became of it',
        parameters: [DELIVERY_ID],
        status: 202,
        says: 'Will be sent.',
        answer: ref('DeliveryWithLog'),
        answers: ONE,
        refusals: { 404: UNKNOWN_DELIVERY, 409: NOT_SENT },
      }),
    },
  },
  schemas: {
    Delivery: object(FIELDS, { required: REQUIRED }),
    DeliveryPage: pageOf(ref('Delivery')),
    DeliveryWithLog: object(
      { ...FIELDS, log: list(ref('DeliveryAttempt'), 'The attempts whose end is known, the newest last.') },
      { required: [...REQUIRED, 'log'] },
    ),
    DeliveryAttempt: object(
      {
        number: integer('Counts up from 1; one that is missing was cut off with the process that made it.'),
        at: instant('When it ended.'),
        outcome: oneOf(
          ATTEMPT_OUTCOMES,
          '`status`: an answer other than 2xx. `refused-address`: a network nothing may be sent to. `aborted`: the service stopped.',
        ),
        status: integer('Of the answer, where there was one.'),
        milliseconds: integer('How long it took.'),
      },
      { required: ['number', 'at', 'outcome', 'milliseconds'] },
    ),
    Redelivered: object(
      { redelivered: integer('How many will be sent again.') },
      { required: ['redelivered'] },
    ),
  },
};
