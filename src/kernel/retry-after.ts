import type { Instant } from './time-window.js';

/** The seconds, from now, that a `Retry-After` header asks to wait; undefined if it names none that can be parsed. */
export function secondsToWait(header: unknown, now: Instant): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds === undefined ? undefined : Math.max(seconds, 0);
}

/** HTTP dates are in GMT and begin with the day's name. */
function secondsUntil(date: string, now: Instant): number | undefined {
  const milliseconds = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.ceil(milliseconds / 1000) - now;
}
