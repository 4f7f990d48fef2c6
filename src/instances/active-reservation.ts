import type { ReservationRecord } from '../allocation/records.js';
import { inactiveReservation } from '../allocation/refusals.js';
import { formatInstant, type Instant } from '../kernel/time-window.js';

/** @throws DomainError `reservation-inactive`, saying what the reservation is instead of active */
export function requireActive(record: ReservationRecord, now: Instant): void {
  const why = whyInactive(record, now);
  if (why !== undefined) throw inactiveReservation('reservation-id', why);
}

function whyInactive({ status, window, endedAt }: ReservationRecord, now: Instant): string | undefined {
  if (status === 'terminated') return `it was canceled${since(endedAt)}`;
  if (status === 'lapsed') return `it expired${since(endedAt)}, as nothing had been allocated from it`;
  if (window.end <= now) return `it ended${since(window.end)}`;
  if (status === 'conflict') return 'it is in conflict, as capacity was withdrawn below it';
  return window.start > now ? `it is pending and begins${since(window.start)}` : undefined;
}

function since(instant: Instant | undefined): string {
  return instant === undefined ? '' : ` at ${formatInstant(instant)}`;
}
