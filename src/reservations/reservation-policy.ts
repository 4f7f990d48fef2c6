import type { ReservationPolicy } from '../config/configuration.js';
import { DomainError } from '../kernel/domain-error.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { checkAhead } from '../kernel/window-rules.js';
import type { Spelling } from './reservation.js';

export type { ReservationPolicy } from '../config/configuration.js';

/** Whether a window begins and ends as early as the operator requires. */
export function isNear(
  { start, end }: TimeWindow,
  now: Instant,
  { maxStartAheadSeconds, maxEndAheadSeconds }: ReservationPolicy,
): boolean {
  return !exceeds(start - now, maxStartAheadSeconds) && !exceeds(end - now, maxEndAheadSeconds);
}

/**
 * @param before the window that a reservation has; what a limit excludes since is refused only if the new one has more of it
 * @throws DomainError `invalid-request` when the window is over or empty, `policy-violated`
 */
export function checkWindow(
  window: TimeWindow,
  now: Instant,
  policy: ReservationPolicy,
  spelling: Spelling,
  before?: TimeWindow,
): void {
  checkAhead(window, now, spelling);
  const { maxReservationSeconds, maxStartAheadSeconds, maxEndAheadSeconds } = policy;
  if (exceeds(lengthOf(window), maxReservationSeconds, before && lengthOf(before))) {
    refuse(
      spelling.end,
      `must not lie more than ${maxReservationSeconds} seconds after ${spelling.start}`,
      window.end,
    );
  }
  if (exceeds(window.start - now, maxStartAheadSeconds, before && before.start - now)) {
    refuse(spelling.start, `must not lie more than ${maxStartAheadSeconds} seconds ahead`, window.start);
  }
  if (exceeds(window.end - now, maxEndAheadSeconds, before && before.end - now)) {
    refuse(spelling.end, `must not lie more than ${maxEndAheadSeconds} seconds ahead`, window.end);
  }
}

function lengthOf({ start, end }: TimeWindow): number {
  return end - start;
}

function exceeds(value: number, limit: number | undefined, before = -Infinity): boolean {
  return limit !== undefined && value > limit && value > before;
}

function refuse(field: string, rule: string, value: Instant): never {
  const given = value === FOREVER ? ' (it is open now)' : '';
  throw violated(field, `${field} ${rule}${given}`);
}

/** The refusal of what the operator does not allow. The message names the field. */
export function violated(field: string, message: string): DomainError {
  return DomainError.about([field], 'policy', 'policy-violated', message);
}
