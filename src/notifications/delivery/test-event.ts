import { NIL } from 'uuid';
import { NO_FIGURES } from '../../capacity/figures.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import type { Instant } from '../../kernel/time-window.js';
import type { Subscription } from '../../subscriptions/subscription.js';
import { capacityChangeBody, reservationChangeBody, type ToldChange } from '../dto/notification-bodies.js';

/** A change of a reservation that doesn't exist. */
const NO_CHANGE: ToldChange = {
  reservationId: NIL,
  changeType: 'Test',
  changedReservationData: {},
};

/** A notification in the form of its subscription, marked by a member `test` that no other notification has. */
export function testEvent(
  id: string,
  subscription: Subscription,
  vimId: string,
  now: Instant,
): { readonly path: NorthboundKind; readonly body: object } {
  if (subscription.kind === 'reservation') {
    const body = reservationChangeBody(id, subscription.id, vimId, NO_CHANGE);
    return { path: 'compute', body: { ...body, test: true } };
  }
  const body = capacityChangeBody(id, subscription, now, NO_FIGURES);
  return { path: subscription.kind, body: { ...body, test: true } };
}
