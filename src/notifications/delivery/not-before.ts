import { secondsToWait } from '../../kernel/retry-after.js';
import type { Instant } from '../../kernel/time-window.js';

/** The longest `Retry-After` that is respected. */
const MAX_SECONDS = 86_400;

/** Statuses whose `Retry-After` is respected: too many requests, and unavailable. */
const HEEDED: ReadonlySet<number> = new Set([429, 503]);

/**
 * The instant before which the receiver wants no retry; undefined if it names none. One second later than asked for:
 * the clock counts whole seconds, so up to one of them may have passed already.
 */
export function notBefore(status: number, retryAfter: unknown, now: Instant): Instant | undefined {
  const seconds = HEEDED.has(status) ? secondsToWait(retryAfter, now) : undefined;
  return seconds === undefined ? undefined : now + Math.min(seconds, MAX_SECONDS) + 1;
}
