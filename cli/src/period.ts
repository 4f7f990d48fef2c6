import { formatTime } from '@headroom/client';
import { parseTime, type Reading } from './times.js';
import { UsageError } from './failures.js';

/** A window with both bounds. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The period that `--from` and `--to` give. In `to`, `+` counts from the start.
 *
 * @throws UsageError
 */
export function periodOf(from: string, to: string, reading: Omit<Reading, 'reference'>): Period {
  const start = parseTime(from, reading);
  const end = parseTime(to, { ...reading, reference: start });
  if (end > start) return { from: start, to: end };
  throw new UsageError(`--to ${to} is not after --from ${from}`);
}

export interface WindowOptions {
  readonly start?: string;
  readonly end?: string;
  readonly for?: string;
}

/**
 * The start and end of a request; one that is absent is left to the service: now, and open.
 *
 * @throws UsageError
 */
export function requestedWindow(options: WindowOptions, now: Date): { start?: string; end?: string } {
  if (options.end !== undefined && options.for !== undefined)
    throw new UsageError('--end and --for exclude each other');
  const start = options.start === undefined ? undefined : parseTime(options.start, { now, isAhead: true });
  const from = start ?? now;
  const end =
    options.for !== undefined
      ? parseTime(`+${options.for}`, { now, reference: from })
      : options.end !== undefined
        ? parseTime(options.end, { now, reference: from, isAhead: true })
        : undefined;
  return {
    ...(start === undefined ? {} : { start: formatTime(start) }),
    ...(end === undefined ? {} : { end: formatTime(end) }),
  };
}
