import { formatInstant } from '../../kernel/time-window.js';
import type { ReceivedNotification } from '../received-notification.js';

/** A notification in the inbox: `notification` is its body as it was received. */
export function receivedDetails({ id, kind, body, receivedAt }: ReceivedNotification): object {
  return { id, kind, received: formatInstant(receivedAt), notification: body };
}
