import { formatInstant } from '../../kernel/time-window.js';
import { AnyObject, Described, Id, OneOf, pageSchemaOf, Time, Word } from '../../openapi/members.js';
import { SUBSCRIPTION_KINDS } from '../../subscriptions/subscription.js';
import type { ReceivedNotificationEntity } from '../received-notification.entity.js';

@Described({ name: 'ReceivedNotification' })
class ReceivedAnswer {
  @Id('Its id in the inbox.') id!: string;

  @OneOf(
    SUBSCRIPTION_KINDS,
    'By the path it came on; `reservation` for one with a `changeId` on the path of compute.',
  )
  kind!: string;

  @Time('When it came.') received!: string;
  @AnyObject('Its body as it was received.') notification!: object;
}

/** The answer to a challenge. */
@Described({ name: 'ChallengeEcho' })
export class ChallengeEcho {
  @Word('The challenge of the header.') challenge!: string;
}

export const ReceivedNotificationPage = pageSchemaOf(ReceivedAnswer, 'ReceivedNotificationPage');

export function receivedDetails({ id, kind, body, receivedAt }: ReceivedNotificationEntity): ReceivedAnswer {
  return { id, kind, received: formatInstant(receivedAt), notification: body };
}
