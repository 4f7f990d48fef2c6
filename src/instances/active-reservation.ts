import type { ReservationRecord } from '../allocation/admission/records.js';
import { inactiveReservation } from '../allocation/admission/refusals.js';
import { formatInstant, type Instant } from '../kernel/time-window.js';

/** @throws DomainError `reservation-inactive`, naming the state of the reservation */
export function requireActive(record: ReservationRecord, now: Instant): void {
  const why = whyInactive(record, now);
  if (why !== undefined) throw inactiveReservation('reservation-id', why);
}

function whyInactive(
  { status, window, endedAt, heldUntil, waitUntil }: ReservationRecord,
  now: Instant,
): string | undefined {
  if (status === 'terminated') return `it was canceled${since(endedAt)}`;
  if (status === 'lapsed') {
    const unconfirmed =
      heldUntil === undefined ? 'nothing had been allocated from it' : 'it was not confirmed';
    const reason = waitUntil === undefined ? unconfirmed : 'it had not fitted';
    return `it expired${since(endedAt)}, as ${reason}`;
  }
  if (window.end <= now) return `it ended${since(window.end)}`;
  if (heldUntil !== undefined) return 'it is held and not confirmed yet';
  if (status === 'waiting') return 'it is waiting for capacity';
  if (status === 'conflict') return 'it is in conflict, as capacity was withdrawn below it';
  return window.start > now ? `it has not begun: it begins${since(window.start)}` : undefined;
}

function since(instant: Instant | undefined): string {
  return instant === undefined ? '' : ` at ${formatInstant(instant)}`;
}
