import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiHeader, getSchemaPath } from '@nestjs/swagger';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { Answer, capital, operationsOf } from '../../openapi/operations.js';
import { SAMPLE, type Example } from '../../openapi/samples.js';
import { ChallengeEcho, ReceivedNotificationPage } from './inbox-answers.js';
import { capacityChange, reservationChangeExample } from './notification-examples.openapi.js';
import { CapacityChange, ReservationChangeBody } from './notification-schemas.js';

const { Command, Paged } = operationsOf('Notifications');

const RESERVATION_CHANGE: Example = {
  summary: 'A reservation has changed',
  value: reservationChangeExample(),
};

/** The path of compute takes notifications of reservations, too. */
const BODIES = {
  compute: [CapacityChange, ReservationChangeBody],
  network: [CapacityChange],
  storage: [CapacityChange],
} as const;

const CHALLENGE = {
  name: 'Headroom-Challenge',
  required: false,
  description:
    'Asks whether notifications are wanted here: the answer is 200 with the same, and nothing is kept.',
  schema: { type: 'string' },
};

const AGREED: Example = { summary: 'Notifications are wanted here', value: { challenge: 'kJ0vYw' } };

export function ReceiveNotification(kind: NorthboundKind): MethodDecorator {
  const hasReservations = BODIES[kind].length > 1;
  const forms = BODIES[kind].map((type) => ({ $ref: getSchemaPath(type) }));
  const capacity = { summary: 'Capacity has changed', value: capacityChange(kind) };
  const examples = { capacity, ...(hasReservations ? { reservation: RESERVATION_CHANGE } : {}) };
  return applyDecorators(
    ApiExtraModels(...BODIES[kind]),
    ApiHeader(CHALLENGE),
    ApiBody({ schema: forms.length > 1 ? { anyOf: forms } : forms[0], examples }),
    Command({
      id: `receive${capital(kind)}Notification`,
      summary: `Take in a notification on ${kind} capacity${hasReservations ? ' or on a reservation' : ''}`,
      description: 'The service answers at its own notification paths; any JSON object is kept for reading.',
      status: 204,
      says: 'Kept.',
      refusals: {},
    }),
    Answer({
      status: 200,
      description: 'The challenge that was asked; notifications are wanted here.',
      type: ChallengeEcho,
      examples: { agreed: AGREED },
    }),
  );
}

export const ListNotifications = () =>
  Paged({
    id: 'listNotifications',
    summary: 'The inbox: the notifications that were sent here',
    answer: ReceivedNotificationPage,
    item: {
      id: SAMPLE.notification,
      kind: 'compute',
      received: SAMPLE.now,
      notification: capacityChange('compute'),
    },
  });
