import { demandOf, type Demand } from '../allocation/demand.js';
import type { Draft } from '../allocation/draft.js';
import { usesCapacity, type HeldReservation, type ReservationRecord } from '../allocation/records.js';
import { reservationInUse } from '../allocation/refusals.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { containersIn, demandFor } from './create-reservation.js';
import { expiryColumns, expiryOf, type ReservationChange } from './reservation.js';

/** What an update makes of a reservation's window, amounts and expiry: omitted members keep their value. */

/** A start that has passed stays as it was; one that would leave running instances before it is refused. */
export function changedWindow(
  draft: Draft,
  { record, instances }: HeldReservation,
  change: ReservationChange,
): TimeWindow {
  const { now } = draft;
  const begun = record.window.start <= now;
  const asked = change.start ?? record.window.start;
  const start = asked > now ? asked : begun ? record.window.start : now;
  if (start > now && instances.some((instance) => usesCapacity(instance, now))) {
    throw reservationInUse(
      `${change.spelling.start} must not lie after now while instances use the reservation`,
    );
  }
  return { start, end: change.end ?? record.window.end };
}

export function changedDemand(
  draft: Draft,
  { record }: HeldReservation,
  change: ReservationChange,
): { demand: Demand; containers: ReservationRecord['containers'] } {
  const containers =
    containersIn(draft.fold, change.containers) ?? (change.amounts ? undefined : record.containers);
  if (containers) return { demand: demandFor({}, containers), containers };
  // A member that is given replaces its value; zero takes the class out.
  const amounts: Record<string, number> = { ...record.amounts, ...change.amounts };
  return { demand: demandOf(amounts), containers: undefined };
}

/** An expiry that nobody touches follows the start, or stays; it is not held against the clock again. */
export function changedExpiry(
  { record }: HeldReservation,
  { expiry, spelling }: ReservationChange,
  start: Instant,
  now: Instant,
) {
  const before = expiryOf(record);
  if (expiry === undefined && before && 'at' in before) return {};
  return expiryColumns(expiry === undefined ? before : expiry, start, now, spelling);
}
