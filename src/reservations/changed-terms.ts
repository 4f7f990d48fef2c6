import type { Demand } from '../allocation/placement/demand.js';
import type { Draft } from '../allocation/admission/draft.js';
import {
  usesCapacity,
  type HeldReservation,
  type ReservationRecord,
} from '../allocation/admission/records.js';
import { reservationInUse } from '../allocation/admission/refusals.js';
import type { Reserved } from '../allocation/placement/remainder.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { DomainError } from '../kernel/domain-error.js';
import { fromNow, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { checkAddresses } from './assign-addresses.js';
import { containersIn, demandFor } from './create-reservation.js';
import { expiryColumns, keptExpiry, type ExpiryColumns } from './expiry.js';
import { changedTraits, keepingKinds, type AskedChange } from './reservation.js';

/** The window, form and expiry of a reservation after an update: omitted members keep their value. */

/** Keeps a start that has passed. Refuses one that would leave running instances before it. */
export function changedWindow(
  draft: Draft,
  { record, instances }: HeldReservation,
  change: AskedChange,
): TimeWindow {
  const { now } = draft;
  checkStart(record, change);
  const begun = record.window.start <= now;
  const asked = change.start ?? record.window.start;
  const start = asked > now ? asked : begun ? record.window.start : now;
  if (start > now && instances.some((instance) => usesCapacity(instance, now))) {
    const field = change.spelling.start;
    throw reservationInUse(`${field} must not lie after now while instances use the reservation`, [field]);
  }
  return { start, end: change.end ?? record.window.end };
}

/** @throws DomainError `invalid-request` for a start that leaves nothing of the window, if the change gives no end */
export function checkStart({ window }: ReservationRecord, { start, end, spelling }: AskedChange): void {
  if (start === undefined || end !== undefined || start < window.end) return;
  throw DomainError.invalidField([spelling.start], 'must be earlier than the end of the reservation');
}

/**
 * A reservation keeps its form: containers are replaced by containers, amounts by amounts. Otherwise one interface
 * would drop, or keep holding, amounts that it does not show (semantics §5).
 *
 * @throws DomainError `invalid-request`, naming the form
 */
export function checkForm({ containers }: ReservationRecord, change: AskedChange): void {
  const { spelling } = change;
  if (containers) {
    const rule = 'must not be given: the reservation is one of containers, which only containers can replace';
    if (hasAmounts(change)) throw DomainError.invalidField([spelling.amounts], rule);
    if (change.traits) throw DomainError.invalidField([spelling.traits], rule);
  } else if (change.containers) {
    const rule = 'must not be given: the reservation is a pool of amounts, which containers cannot replace';
    throw DomainError.invalidField([spelling.amounts], rule);
  }
}

function hasAmounts({ amounts = {} }: AskedChange): boolean {
  return Object.keys(amounts).length > 0;
}

/**
 * The demand after a change that keeps the form. A given class replaces its value; zero removes it, except the last of a kind.
 *
 * @throws DomainError `invalid-request` for too many addresses
 */
export function changedDemand(
  fold: ZoneView,
  record: ReservationRecord,
  change: AskedChange,
): { demand: Demand; reserved: Reserved } {
  checkAddresses(change, record.amounts);
  const containers = containersIn(fold, change.containers, record.containers) ?? record.containers;
  const traits = changedTraits(record.traits, change.traits);
  const demand = demandFor(containers ? {} : { ...record.amounts, ...change.amounts }, containers, traits);
  const amounts = containers ? demand.amounts : keepingKinds(record.amounts, demand.amounts);
  return { demand, reserved: { amounts, containers, traits } };
}

/** The window from its actual start on, which is the admission of a waiting reservation. */
export function actualWindow({ status }: ReservationRecord, window: TimeWindow, now: Instant): TimeWindow {
  return status === 'waiting' ? fromNow(window, now) : window;
}

/**
 * The expiry after a change. An omitted one is kept as far as the window allows it.
 *
 * @param window from the actual start on
 * @throws DomainError `invalid-request` for one that the window does not allow, and for a new one that has passed
 */
export function changedExpiry(
  { record }: HeldReservation,
  { expiry, spelling }: AskedChange,
  window: TimeWindow,
  now: Instant,
): ExpiryColumns {
  if (expiry === undefined) return keptExpiry(record, window, now);
  const changed = expiryColumns(expiry, window, now, spelling, record.expiresAt);
  const isKept = changed.expiresAt === record.expiresAt;
  if (changed.expiresAt !== undefined && changed.expiresAt <= now && !isKept) {
    throw DomainError.invalidField(
      [spelling.expiry],
      'must not have passed: the reservation would end at once',
    );
  }
  return changed;
}

/** A hold lasts no longer than the window. */
export function holdWithin(heldUntil: Instant | undefined, { end }: TimeWindow): Instant | undefined {
  return heldUntil && Math.min(heldUntil, end);
}
