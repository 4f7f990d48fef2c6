import type { Draft } from '../allocation/admission/draft.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { changingOffer, type CounterOffer } from '../kernel/domain-error.js';
import { atMost } from '../kernel/resource-amounts.js';
import { mayExpireIn } from './expiry.js';
import type { Expiry } from './reservation.js';
import { isNear, type ReservationPolicy } from './reservation-policy.js';
import { tenantRoom } from './tenant-limits.js';

export interface Asked extends Pick<
  ReservationRecord,
  'id' | 'tenant' | 'window' | 'amounts' | 'containers'
> {
  readonly expiry?: Expiry | null;
  /** The reservation that is changed. */
  readonly before?: ReservationRecord;
}

/**
 * Makes an offer one that a request may name: within the largest amounts, the limits of the tenant, and the times that the
 * operator allows. Otherwise it would be refused when it is requested as it stands.
 */
export function offeringAllowed<T>(
  draft: Draft,
  asked: Asked,
  policy: ReservationPolicy,
  decision: () => T,
): T {
  return changingOffer(decision, ({ maxCapacity, nextWindow, ...offer }: CounterOffer) => {
    const most = atMost(maxCapacity, tenantRoom(draft, asked, policy));
    const next = nextWindow && { ...asked, window: nextWindow };
    return {
      ...offer,
      // The largest amounts are those of a pool; containers may have more together.
      maxCapacity: asked.containers ? most : atMost(most, policy.largestAmounts),
      nextWindow: next && isAllowed(draft, next, policy) ? nextWindow : undefined,
    };
  });
}

function isAllowed(draft: Draft, asked: Asked, policy: ReservationPolicy): boolean {
  const room = tenantRoom(draft, asked, policy);
  const isWithinLimits = Object.entries(asked.amounts).every(
    ([name, amount]) => amount <= (room.get(name) ?? amount),
  );
  return isWithinLimits && isNear(asked.window, draft.now, policy) && mayExpireIn(asked.window, asked.expiry);
}
