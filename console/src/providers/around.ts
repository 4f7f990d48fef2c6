import { DAY, type TimeWindow } from '../kernel/instant';

/** A window with some time before and after it, to be looked at; of an open one the first month. */
export function around({ start, end }: TimeWindow): TimeWindow {
  const until = Number.isFinite(end) ? end : start + 30 * DAY;
  const margin = Math.max(3600, Math.round((until - start) / 2));
  return { start: start - margin, end: until + margin };
}
