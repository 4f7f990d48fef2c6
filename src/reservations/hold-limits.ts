import type { Draft } from '../allocation/admission/draft.js';
import { isLive } from '../allocation/admission/records.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { ResolvedRequest } from './resolved-request.js';
import type { ReservationPolicy } from './reservation-policy.js';

/** The callers whose holds a decision must count: only those that ask for a hold. */
export function holdingCallers({ holdSeconds, tenant }: ResolvedRequest): string[] {
  return holdSeconds === undefined ? [] : [callerOf(tenant)];
}

/**
 * Until when a new reservation is held (semantics §9), its end at the latest; undefined: it needs no confirmation.
 *
 * @throws DomainError `policy-violated` for too long a hold, or too many holds of the caller in the zone
 */
export function heldUntil(
  draft: Draft,
  { holdSeconds, tenant, heldUntil: kept, spelling }: ResolvedRequest,
  { maxHoldSeconds, maxHolds }: ReservationPolicy,
  { end }: TimeWindow,
): Instant | undefined {
  if (holdSeconds === undefined) return kept;
  const refuse = (rule: string): never => {
    const message = `${spelling.hold} ${rule}`;
    const fields = [{ path: [spelling.hold], detail: message }];
    throw new DomainError('policy', 'policy-violated', message, { fields });
  };
  if (holdSeconds > maxHoldSeconds) refuse(`must not be more than ${maxHoldSeconds} seconds`);
  if (holdsOf(draft, tenant) >= maxHolds) {
    refuse(
      `must not be given: ${maxHolds} reservations are on hold in the zone, which is the limit per caller`,
    );
  }
  return Math.min(draft.now + holdSeconds, end);
}

/** The number of reservations that a caller has on hold, as the earlier decisions of the batch left them. */
function holdsOf(draft: Draft, tenant: string | undefined): number {
  const ids = new Set(draft.rows.holds.get(callerOf(tenant)));
  for (const { record } of draft.reservations.values()) {
    if (record.tenant === tenant && record.heldUntil !== undefined && isLive(record, draft.now)) {
      ids.add(record.id);
    } else ids.delete(record.id);
  }
  return ids.size;
}

/** Requests without a tenant count as one caller. */
export function callerOf(tenant: string | undefined): string {
  return tenant ?? '';
}
