import { DomainError } from './domain-error.js';
import type { Instant, TimeWindow } from './time-window.js';

/** The caller's names for the edges of a window. */
export interface EdgeNames {
  readonly start: string;
  readonly end: string;
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
