import { command, paged } from '../../http/openapi/builders.js';
import { kindFilter } from '../../http/openapi/list-filters.js';
import type { ApiPart, Example, PathItem } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { id, instant, object, oneOf, pageOf, ref, word, type Members } from '../../http/openapi/schema.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { NOTIFICATION_KINDS } from '../received-notification.js';
import { capacityChange, reservationChange } from './notification-examples.openapi.js';

const RESERVATION_CHANGE: Example = { summary: 'A reservation has changed', value: reservationChange() };

function receive(kind: NorthboundKind): PathItem {
  const isCompute = kind === 'compute';
  const capacity = { summary: 'Capacity has changed', value: capacityChange(kind) };
  return {
    post: command({
      id: `receive${kind[0].toUpperCase()}${kind.slice(1)}Notification`,
      repeatable: true,
      tag: 'Notifications',
      summary: `Take in a notification on ${kind} capacity${isCompute ? ' or on a reservation' : ''}`,
      description: 'The service answers at its own notification paths; any JSON object is kept for reading.',
      body: isCompute ? { anyOf: [ref('CapacityChange'), ref('ReservationChange')] } : ref('CapacityChange'),
      examples: { capacity, ...(isCompute ? { reservation: RESERVATION_CHANGE } : {}) },
      status: 204,
      says: 'Kept.',
      refusals: {},
    }),
  };
}

/** What this service adds to what the contract says. */
const MARK: Members = {
  test: { type: 'boolean', description: 'True for a test event; absent otherwise.' },
};

const DESCRIPTOR: Members = {
  computeResourceTypeId: word('Type of a compute resource.'),
  networkResourceTypeId: word('Type of a network resource.'),
  storageResourceTypeId: word('Type of a storage resource.'),
};

export const INBOX_API: ApiPart = {
  paths: {
    '/capacity/compute/notification': receive('compute'),
    '/capacity/network/notification': receive('network'),
    '/capacity/storage/notification': receive('storage'),
    '/notifications': paged({
      id: 'listNotifications',
      tag: 'Notifications',
      summary: 'The inbox: the notifications that were sent here',
      parameters: [kindFilter(NOTIFICATION_KINDS)],
      answer: 'ReceivedNotificationPage',
      item: {
        id: SAMPLE.notification,
        kind: 'compute',
        received: SAMPLE.now,
        notification: capacityChange('compute'),
      },
    }),
  },
  schemas: {
    CapacityChange: object({
      zoneId: word('The zone whose capacity has changed.'),
      notificationId: word('Id of the notification; the same when it is sent again.'),
      capacityChangeTime: { type: 'string', format: 'date-time', description: 'When it changed.' },
      resourceDescriptor: object(DESCRIPTOR, { description: 'The type of resource.' }),
      capacityInformation: ref('CapacityInformation'),
      capacityChangeSubscriptionId: id('The subscription it is for.'),
      ...MARK,
    }),
    ReservationChange: object({
      changeId: word('Id of the change; the same when it is sent again.'),
      reservationId: word('The reservation that has changed.'),
      vimId: word('Name of the service that tells of it.'),
      changeType: word(
        'What sort of change it is, such as `Reservation created` or `Reservation time change`.',
      ),
      changedReservationData: {
        type: 'object',
        description: 'Only what has changed; of `Reservation created` the data of the reservation.',
      },
      reservationChangeSubscriptionId: id('The subscription it is for.'),
      ...MARK,
    }),
    ReceivedNotification: object(
      {
        id: id('Its id in the inbox.'),
        kind: oneOf(
          NOTIFICATION_KINDS,
          'By the path it came on; `reservation` for one with a `changeId` on the path of compute.',
        ),
        received: instant('When it came.'),
        notification: { type: 'object', description: 'Its body as it was received.' },
      },
      { required: ['id', 'kind', 'received', 'notification'] },
    ),
    ReceivedNotificationPage: pageOf(ref('ReceivedNotification')),
  },
};
