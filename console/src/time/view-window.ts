import { DAY, fromWire, HOUR, MINUTE, toWire, WEEK, type Instant, type TimeWindow } from '../kernel/instant';

/** What the address bar says of the window: a rolling range, or two instants. */
export interface WindowSearch {
  readonly range?: RangeName;
  readonly from?: string;
  readonly to?: string;
}

export const RANGES = { day: DAY, week: WEEK, month: 31 * DAY, quarter: 92 * DAY } as const;
export type RangeName = keyof typeof RANGES;

export const RANGE_LABELS: Readonly<Record<RangeName, string>> = {
  day: '24 h',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
};

export const DEFAULT_RANGE: RangeName = 'month';

/** A little of the past is shown, so that the line of now can be seen. */
const SHARE_OF_PAST = 1 / 24;

/** A rolling window moves in steps, so that not every second makes another question of it. */
function stepOf(span: number): number {
  return span > 2 * DAY ? HOUR : 5 * MINUTE;
}

export function windowOf(search: WindowSearch, now: Instant): TimeWindow {
  const { from, to } = search;
  if (from && to && fromWire(to) > fromWire(from)) return { start: fromWire(from), end: fromWire(to) };
  const span = RANGES[search.range ?? DEFAULT_RANGE];
  const step = stepOf(span);
  const start = Math.floor((now - span * SHARE_OF_PAST) / step) * step;
  return { start, end: start + span + step };
}

export function searchOf({ start, end }: TimeWindow): WindowSearch {
  return { range: undefined, from: toWire(start), to: toWire(end) };
}

/** Reads what the address bar holds; what makes no sense is left out. */
export function parseWindow({ range, from, to }: Readonly<Record<string, unknown>>): WindowSearch {
  const isTime = (value: unknown): value is string =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return {
    range: typeof range === 'string' && Object.hasOwn(RANGES, range) ? (range as RangeName) : undefined,
    from: isTime(from) ? from : undefined,
    to: isTime(to) ? to : undefined,
  };
}
