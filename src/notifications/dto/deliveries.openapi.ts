import { operationsOf } from '../../openapi/operations.js';
import type { Refusal } from '../../openapi/problems.js';
import { unknown } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { DeliveryPage, DeliveryWithLog, Redelivered } from './delivery-answers.js';
import { reservationChangeExample } from './notification-examples.openapi.js';

const { Command, Paged, Read } = operationsOf('Notifications');

const DELIVERY = {
  deliveryId: SAMPLE.notification,
  subscriptionId: SAMPLE.subscription,
  position: 4711,
  path: '/capacity/compute/notification',
  state: 'delivered',
  attempts: 2,
  created: SAMPLE.now,
  settled: SAMPLE.now,
  notification: reservationChangeExample(),
};

const LOG = [
  { number: 1, at: SAMPLE.now, outcome: 'status', status: 503, milliseconds: 12 },
  { number: 2, at: SAMPLE.now, outcome: 'delivered', status: 204, milliseconds: 9 },
];

const ONE = example({ ...DELIVERY, log: LOG });

const UNKNOWN_SUBSCRIPTION = unknown('subscription');

const UNKNOWN_DELIVERY = unknown('delivery', {
  description: 'There is no such delivery, or it has been deleted already (`unknown-delivery`).',
});

const NOT_SENT: Refusal = {
  description:
    'The subscription is disabled (`subscription-disabled`), or there is no address to send to (`no-callback`).',
  code: 'subscription-disabled',
  detail: 'the subscription is disabled (the receiver answered 410 Gone): enable it first',
  title: 'Not active',
};

const FORGOTTEN = 'The service deletes settled notifications after `NOTIFICATION_RETENTION_DAYS`.';

const SUBSCRIPTION_ID = { id: 'Id of the subscription.' };
const DELIVERY_ID = { id: 'Its id: the `notificationId` or `changeId` of its body.' };

export const ListDeliveriesOfSubscription = () =>
  Paged({
    id: 'listDeliveriesOfSubscription',
    summary: 'The notifications of a subscription, in the order of sending',
    description: FORGOTTEN,
    path: SUBSCRIPTION_ID,
    refusals: { 404: UNKNOWN_SUBSCRIPTION },
    answer: DeliveryPage,
    item: DELIVERY,
  });

export const RedeliverDead = () =>
  Command({
    id: 'redeliverDead',
    summary: 'Send all dead notifications of a subscription again',
    path: SUBSCRIPTION_ID,
    status: 202,
    says: 'Will be sent.',
    answer: Redelivered,
    answers: example({ redelivered: 3 }),
    refusals: { 404: UNKNOWN_SUBSCRIPTION, 409: NOT_SENT },
  });

export const SendTestNotification = () =>
  Command({
    id: 'sendTestNotification',
    summary: 'Send a test event by the usual way',
    description: 'Its body has the form this subscription gets, and a member `test` that is true.',
    path: SUBSCRIPTION_ID,
    status: 202,
    says: 'Will be sent, or is kept where there is no address.',
    answer: DeliveryWithLog,
    answers: ONE,
    refusals: { 404: UNKNOWN_SUBSCRIPTION, 409: NOT_SENT },
  });

export const ListDeliveries = () =>
  Paged({
    id: 'listDeliveries',
    summary: 'The notifications of all subscriptions',
    description: FORGOTTEN,
    answer: DeliveryPage,
    item: DELIVERY,
  });

export const ReadDelivery = () =>
  Read({
    id: 'readDelivery',
    summary: 'One notification and the attempts to deliver it',
    path: DELIVERY_ID,
    says: 'The delivery.',
    answer: DeliveryWithLog,
    answers: ONE,
    refusals: { 404: UNKNOWN_DELIVERY },
  });

export const Redeliver = () =>
  Command({
    id: 'redeliver',
    summary: 'Send a notification again, with the same id, whatever its state',
    path: DELIVERY_ID,
    status: 202,
    says: 'Will be sent.',
    answer: DeliveryWithLog,
    answers: ONE,
    refusals: { 404: UNKNOWN_DELIVERY, 409: NOT_SENT },
  });
