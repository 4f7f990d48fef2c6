import { DomainError } from './domain-error.js';
import { FOREVER, type Instant, type TimeWindow } from './time-window.js';

/** The caller's names for the edges of a window. */
export interface EdgeNames {
  readonly start: string;
  readonly end: string;
}

/** A requested window as far as it is not past: from now on by default, and without an end. See `checkAhead`. */
export function windowAhead({ start, end = FOREVER }: Partial<TimeWindow>, now: Instant): TimeWindow {
  return { start: Math.max(start ?? now, now), end };
}

/** @throws DomainError `invalid-request` when the window has passed or is empty */
export function checkAhead(
  window: TimeWindow,
  now: Instant,
  names: EdgeNames = { start: 'start', end: 'end' },
): void {
  if (window.end <= now) throw DomainError.invalidField([names.end], 'must lie in the future');
  if (window.end <= window.start)
    throw DomainError.invalidField([names.end], `must be later than ${names.start}`);
}
