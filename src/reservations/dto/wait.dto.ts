import { readBoolean } from '../../http/wire-types.js';
import { parseInstant } from '../../kernel/time-window.js';
import type { Wait } from '../reservation.js';

/** Whether a request waits if it does not fit: a time says so by itself, unless `wait` is false. */
export function waitOf(
  wait: boolean | string | null | undefined,
  until: string | null | undefined,
): Wait | undefined {
  const isGiven = typeof until === 'string';
  if (!readBoolean(wait ?? isGiven)) return undefined;
  return { until: isGiven ? parseInstant(until, 'end') : undefined };
}
