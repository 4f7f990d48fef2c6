import type { ReservationRecord } from '../allocation/admission/records.js';
import { DomainError } from '../kernel/domain-error.js';
import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { Expiry, Spelling } from './reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';
import type { ResolvedRequest } from './resolved-request.js';

/** When a reservation that nothing was drawn from is released (semantics §5). */

export type ExpiryColumns = Pick<ReservationRecord, 'expiresAt' | 'expiresAfter'>;

/**
 * The expiry's columns. Seconds after the start are stored as such, so that they follow the start when that moves.
 *
 * @param present the expiry that the reservation has already: it may have passed
 * @throws DomainError `invalid-request` for a time before the reservation can be used, after its end, or beyond the
 *   wire form of times
 */
export function expiryColumns(
  expiry: Expiry | null | undefined,
  window: TimeWindow,
  now: Instant,
  spelling: Spelling,
  present?: Instant,
): ExpiryColumns {
  if (!expiry) return { expiresAt: undefined, expiresAfter: undefined };
  const expiresAfter = 'secondsAfterStart' in expiry ? expiry.secondsAfterStart : undefined;
  const expiresAt = 'at' in expiry ? expiry.at : window.start + expiry.secondsAfterStart;
  const refuse = (rule: string): never => {
    throw DomainError.invalidField([spelling.expiry], rule);
  };
  if (expiresAfter === undefined && expiresAt <= now && expiresAt !== present)
    refuse('must lie in the future');
  if (expiresAfter === undefined && expiresAt <= window.start) refuse(`must be later than ${spelling.start}`);
  if (expiresAt > window.end) refuse(`must not be later than ${spelling.end}`);
  if (expiresAt > LAST_INSTANT) refuse('must not lie beyond the year 9999');
  return { expiresAt, expiresAfter };
}

/** Whether `expiryColumns` takes an expiry with a later window too. A time does not follow the window; seconds after the start do. */
export function mayExpireIn({ start, end }: TimeWindow, expiry: Expiry | null | undefined): boolean {
  return !expiry || !('at' in expiry) || (expiry.at > start && expiry.at <= end);
}

/**
 * The expiry of a reservation in a changed window, if the request names none: it never makes the request fail. Seconds
 * count from the new start. A time moves only with a start that would pass it. Neither lies after the new end.
 */
export function keptExpiry(
  { window: before, expiresAt, expiresAfter }: Pick<ReservationRecord, 'window' | keyof ExpiryColumns>,
  window: TimeWindow,
  now: Instant,
): ExpiryColumns {
  const last = Math.min(window.end, LAST_INSTANT);
  if (expiresAfter !== undefined) {
    return { expiresAt: Math.min(window.start + expiresAfter, last), expiresAfter };
  }
  if (expiresAt === undefined || expiresAt <= now) return { expiresAt };
  const at = expiresAt > window.start ? expiresAt : expiresAt + window.start - before.start;
  return { expiresAt: Math.min(at, last) };
}

/** The expiry of a new reservation, or of one that moves. One that has passed, or was met, is not moved, also if the request repeats it. */
export function expiryFor(
  { expiry, before, wasDrawn, spelling }: ResolvedRequest,
  policy: ReservationPolicy,
  window: TimeWindow,
  now: Instant,
): ExpiryColumns {
  const { expiresAt = FOREVER } = before ?? {};
  const isOver = wasDrawn || expiresAt <= now;
  if (isOver && (expiry === undefined || isSame(expiry, before))) return {};
  if (expiry !== undefined) return expiryColumns(expiry, window, now, spelling);
  if (before) return keptExpiry(before, window, now);
  return expiryColumns(defaultExpiry(policy, window), window, now, spelling);
}

function isSame(expiry: Expiry | null, before: Partial<ExpiryColumns> = {}): boolean {
  if (expiry === null) return false;
  return 'at' in expiry ? expiry.at === before.expiresAt : expiry.secondsAfterStart === before.expiresAfter;
}

/** The default doesn't apply to a reservation that ends before it, nor beyond the wire form of times. */
function defaultExpiry({ defaultExpirySeconds }: ReservationPolicy, { start, end }: TimeWindow) {
  const last = Math.min(end, LAST_INSTANT);
  const isInTime = defaultExpirySeconds !== undefined && start + defaultExpirySeconds <= last;
  return isInTime ? { secondsAfterStart: defaultExpirySeconds } : undefined;
}
