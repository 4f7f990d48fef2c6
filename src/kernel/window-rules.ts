import { DomainError } from './domain-error.js';
import type { Instant, TimeWindow } from './time-window.js';

/** How a caller spells the edges of a window. */
export interface EdgeNames {
  readonly start: string;
  readonly end: string;
}

/** @throws DomainError `invalid-request` when the window is over, or holds no instant */
export function checkAhead(
  window: TimeWindow,
  now: Instant,
  names: EdgeNames = { start: 'start', end: 'end' },
): void {
  if (window.end <= now) throw DomainError.invalidField([names.end], 'must lie in the future');
  if (window.end <= window.start)
    throw DomainError.invalidField([names.end], `must be later than ${names.start}`);
}
