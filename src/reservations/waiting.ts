import type { Draft } from '../allocation/admission/draft.js';
import { AddressesWanted, isShortage, ZoneLimitReached } from '../allocation/admission/refusals.js';
import { waitsAs, type ReservationRecord } from '../allocation/admission/records.js';
import { DomainError } from '../kernel/domain-error.js';
import { fromNow, type Instant } from '../kernel/time-window.js';
import type { ResolvedRequest } from './resolved-request.js';
import { holderOf } from './hold-limits.js';
import { violated, type ReservationPolicy } from './reservation-policy.js';
import type { Spelling } from './reservation.js';

/** Waiting for capacity (semantics §9): how a request that does not fit becomes a reservation that holds nothing. */

/** True for a refusal that waiting can cure. Taken elements and limits are refused as ever. */
export function mayWait(error: unknown): boolean {
  return isShortage(error) && !(error instanceof AddressesWanted);
}

/** The callers whose waiting reservations a decision must count: of a request to wait, and of a waiting one that changes. */
export function waitingCallers(waits: boolean, tenant: string | undefined): string[] {
  return waits ? [holderOf(tenant)] : [];
}

/** @throws DomainError `invalid-request` for a request to wait until a time that has passed, or together with a hold */
export function checkWait({ wait, holdSeconds, before, spelling }: ResolvedRequest, now: Instant): void {
  if (!wait) return;
  if (holdSeconds !== undefined) {
    const rule = `and ${spelling.hold} must not both be given`;
    throw DomainError.invalidField([spelling.wait], rule);
  }
  // A move keeps the wait that the reservation has.
  if (!before && wait.until !== undefined && wait.until <= now) {
    throw DomainError.invalidField([spelling.waitUntil], 'must lie in the future');
  }
}

/**
 * A change in its zone is refused only if the reservation counts as more than before. In the zone that it moves to it counts as a new one.
 *
 * @param record the reservation that would wait
 * @param before as it waits already, here or in the zone that it leaves
 * @throws DomainError `policy-violated` when too many reservations of the caller wait in the zone
 */
export function checkNumberOfWaits(
  draft: Draft,
  spelling: Spelling,
  { maxWaits }: ReservationPolicy,
  record: ReservationRecord,
  before?: ReservationRecord,
): void {
  const count = waitsAs(record);
  const isHere = before?.zoneId === draft.zoneId;
  const countBefore = isHere ? waitsOf(before) : 0;
  if (count <= countBefore) return;
  const others = allWaitsOf(draft, record.tenant) - countBefore;
  if (others + count <= maxWaits) return;
  const large = count > 1 ? `, and this one counts as ${count} because it is large` : '';
  const limit = `are waiting in the zone${large}; the limit per caller is ${maxWaits}`;
  if (isHere) {
    throw violated(
      spelling.id,
      `${spelling.id} names a waiting reservation that must not grow: ${others} others ${limit}`,
    );
  }
  const [field, rule] = before
    ? [spelling.zone, `${spelling.zone} must not change`]
    : [spelling.wait, `${spelling.wait} must not be given`];
  throw ZoneLimitReached.of([field], `${rule}: ${others} reservations ${limit}`);
}

/** The waiting reservations of a caller by `waitsAs`: the stored ones, as the earlier decisions of the batch left them. */
function allWaitsOf(draft: Draft, tenant: string | undefined): number {
  let count = draft.rows.waits.get(holderOf(tenant)) ?? 0;
  for (const { record } of draft.reservations.values()) {
    if (record.tenant === tenant)
      count += waitsOf(record) - waitsOf(draft.storedReservation(record.id)?.record);
  }
  return count;
}

function waitsOf(record: ReservationRecord | undefined): number {
  return record?.status === 'waiting' ? waitsAs(record) : 0;
}

/**
 * Has the zone extended if it lacks addresses, before the reservation waits: whose decision frees capacity later can't do
 * that at once.
 *
 * @throws AddressesWanted
 */
export function haveZoneExtended(draft: Draft, { id, window, amounts }: ReservationRecord): void {
  const count = amounts.addresses ?? 0;
  const isAssigned = () => typeof draft.assignAddresses(id, count, window) !== 'string';
  if (count === 0 || draft.rehearse(isAssigned)) return;
  if (draft.addressRoom(id).most(fromNow(window, draft.now), count) >= count)
    throw new AddressesWanted(count);
}

/** A reservation that holds nothing until it fits. Seconds after the start run from its admission. */
export function asWaiting(record: ReservationRecord): ReservationRecord {
  const { expiresAfter, expiresAt } = record;
  return {
    ...record,
    status: 'waiting',
    expiresAt: expiresAfter === undefined ? expiresAt : undefined,
    addresses: [],
  };
}
