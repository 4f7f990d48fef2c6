import type { Instant } from '../../kernel/time-window.js';

/** The longest `Retry-After` that is respected. */
const LONGEST_SECONDS = 86_400;

/** Statuses whose `Retry-After` is respected: too many requests, and unavailable. */
const HEEDED: ReadonlySet<number> = new Set([429, 503]);

/** The instant before which the receiver wants no retry; undefined if it names none that can be parsed. */
export function readRetryAfter(status: number, header: unknown, now: Instant): Instant | undefined {
  if (!HEEDED.has(status) || typeof header !== 'string') return undefined;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : secondsUntil(text, now);
  if (seconds === undefined) return undefined;
  return now + Math.min(Math.max(seconds, 0), LONGEST_SECONDS);
}

/** HTTP dates are in GMT and begin with the day's name. */
function secondsUntil(date: string, now: Instant): number | undefined {
  const milliseconds = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.ceil(milliseconds / 1000) - now;
}
