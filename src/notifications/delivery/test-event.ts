import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import { formatInstant, type Instant } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import type { Subscription } from '../../subscriptions/subscription.js';

/** Stands where a real notification names what it is about. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

/** A notification of the form its subscription gets, marked by a member `test` that no other one has. */
export function testEvent(
  id: string,
  subscription: Subscription,
  vimId: string,
  now: Instant,
): { readonly path: NorthboundKind; readonly body: object } {
  if (subscription.kind === 'reservation') {
    const about = { reservationId: NOTHING, vimId, changeType: 'Test', changedReservationData: {} };
    return {
      path: 'compute',
      body: { changeId: id, ...about, reservationChangeSubscriptionId: subscription.id, test: true },
    };
  }
  return {
    path: subscription.kind,
    body: {
      zoneId: subscription.zoneId,
      notificationId: id,
      capacityChangeTime: formatInstant(now),
      resourceDescriptor: { [TYPE_MEMBER[subscription.kind]]: subscription.typeId },
      capacityInformation: { available: 0, reserved: 0, total: 0, allocated: 0 },
      capacityChangeSubscriptionId: subscription.id,
      test: true,
    },
  };
}
