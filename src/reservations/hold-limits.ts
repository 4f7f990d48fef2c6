import type { Draft } from '../allocation/admission/draft.js';
import { isLive } from '../allocation/admission/records.js';
import { ZoneLimitReached } from '../allocation/admission/refusals.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { ResolvedRequest } from './resolved-request.js';
import { violated, type ReservationPolicy } from './reservation-policy.js';

/** The callers whose holds a decision must count: of a request for a hold, and of a held reservation that moves. */
export function holdingCallers({ holdSeconds, before, tenant }: ResolvedRequest): string[] {
  return (holdSeconds ?? before?.heldUntil) === undefined ? [] : [holderOf(tenant)];
}

/**
 * Until when a reservation that is new in its zone is held (semantics §9), its end at the latest; undefined: it needs no
 * confirmation.
 *
 * @throws DomainError `policy-violated` for too long a hold, or too many holds of the caller in the zone
 */
export function heldUntil(
  draft: Draft,
  { holdSeconds, tenant, before, spelling }: ResolvedRequest,
  { maxHoldSeconds, maxHolds }: ReservationPolicy,
  { end }: TimeWindow,
): Instant | undefined {
  if (holdSeconds === undefined) {
    if (before?.heldUntil === undefined) return undefined;
    checkNumber(draft, tenant, maxHolds, `${spelling.zone} must not change`, spelling.zone);
    return Math.min(before.heldUntil, end);
  }
  if (holdSeconds > maxHoldSeconds) {
    throw violated(spelling.hold, `${spelling.hold} must not be more than ${maxHoldSeconds} seconds`);
  }
  checkNumber(draft, tenant, maxHolds, `${spelling.hold} must not be given`, spelling.hold);
  return Math.min(draft.now + holdSeconds, end);
}

function checkNumber(
  draft: Draft,
  tenant: string | undefined,
  maxHolds: number,
  rule: string,
  field: string,
): void {
  if (holdsOf(draft, tenant) < maxHolds) return;
  const reason = `${maxHolds} reservations are on hold in the zone, which is the limit per caller`;
  throw ZoneLimitReached.of([field], `${rule}: ${reason}`);
}

/** The number of reservations that a caller has on hold, as the earlier decisions of the batch left them. */
function holdsOf(draft: Draft, tenant: string | undefined): number {
  const ids = new Set(draft.rows.holds.get(holderOf(tenant)));
  for (const { record } of draft.reservations.values()) {
    if (record.tenant === tenant && record.heldUntil !== undefined && isLive(record, draft.now)) {
      ids.add(record.id);
    } else ids.delete(record.id);
  }
  return ids.size;
}

/** Requests without a tenant count as one caller. */
export function holderOf(tenant: string | undefined): string {
  return tenant ?? '';
}
