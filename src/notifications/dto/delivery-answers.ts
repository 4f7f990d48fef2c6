import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import {
  AnyObject,
  Described,
  Id,
  OneOf,
  OPTIONAL,
  pageSchemaOf,
  Parts,
  Time,
  Whole,
  Word,
} from '../../openapi/members.js';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryWithAttempts,
} from '../delivery/delivery.js';

/** A notification and how far it got. */
@Described({ name: 'Delivery' })
export class DeliveryAnswer {
  @Id('Its id: the `notificationId` or `changeId` of its body, and the `webhook-id` it is sent with.')
  deliveryId!: string;

  @Id('Whom it is for.') subscriptionId!: string;

  @Whole('Counts up in the order in which notifications of one reservation, or one subscription, are sent.')
  position!: number;

  @Word('Our path, which is appended to the address.') path!: string;

  @OneOf(
    DELIVERY_STATES,
    '`kept`: there is no address, it waits here for a reader. `superseded`: a newer value took its place. `dead`: given up.',
  )
  state!: string;

  @Whole('How often it was sent, or begun to be.') attempts!: number;
  @Time('Time at which the notification was made.') created!: string;

  @Time('When it was delivered, superseded, given up or kept; absent while it waits.', OPTIONAL)
  settled?: string;

  @AnyObject('The body that is sent.') notification!: object;
}

export const DeliveryPage = pageSchemaOf(DeliveryAnswer, 'DeliveryPage');

@Described({ name: 'DeliveryAttempt' })
class AttemptAnswer {
  @Whole(
    'Counts up from 1. One is missing if its process ended meanwhile, or if nothing was sent because the subscription was disabled or had no address.',
  )
  number!: number;
  @Time('When it ended.') at!: string;

  @OneOf(
    ATTEMPT_OUTCOMES,
    '`status`: an answer other than 2xx. `refused-address`: a network nothing may be sent to. `aborted`: the service stopped.',
  )
  outcome!: string;

  @Whole('Of the answer, where there was one.', OPTIONAL) status?: number;
  @Whole('How long it took.') milliseconds!: number;
}

export class DeliveryWithLog extends DeliveryAnswer {
  @Parts(AttemptAnswer, 'The attempts whose end is known, the newest last.') log!: AttemptAnswer[];
}

export class Redelivered {
  @Whole('How many will be sent again.') redelivered!: number;
}

export function deliveryDetails(delivery: Delivery): DeliveryAnswer {
  const { id, subscriptionId, position, path, state, attempts, createdAt, settledAt, body } = delivery;
  return {
    deliveryId: id,
    subscriptionId,
    position,
    path: `/capacity/${path}/notification`,
    state,
    attempts,
    created: formatInstant(createdAt),
    settled: formatOptional(settledAt),
    notification: body,
  };
}

export function deliveryWithAttempts({ log, ...delivery }: DeliveryWithAttempts): DeliveryWithLog {
  return { ...deliveryDetails(delivery), log: log.map(attemptDetails) };
}

function attemptDetails({ number, at, outcome, status, milliseconds }: DeliveryAttempt): AttemptAnswer {
  return { number, at: formatInstant(at), outcome, status, milliseconds };
}
