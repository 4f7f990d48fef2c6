import { readBoolean } from '../../http/wire/wire-types.js';
import { isGiven } from '../../kernel/given.js';
import { parseInstant } from '../../kernel/time-window.js';
import type { Spelling, Wait } from '../reservation.js';

/** Whether a request waits if it does not fit: a time says so by itself, unless `wait` is false. */
export function waitOf(
  wait: boolean | string | null | undefined,
  until: string | null | undefined,
): Wait | undefined {
  const hasUntil = typeof until === 'string';
  if (!readBoolean(wait ?? hasUntil)) return undefined;
  return { until: hasUntil ? parseInstant(until, 'end') : undefined };
}

/** A request that waits because it has a time to wait until is refused for that member. */
export function spellingOfWait(wait: boolean | string | null | undefined, spelling: Spelling): Spelling {
  return isGiven(wait) ? spelling : { ...spelling, wait: spelling.waitUntil };
}
