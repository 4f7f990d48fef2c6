import { isShownTwice } from '../time/local-input';
import { DAY, HOUR, MINUTE, type Instant, type TimeWindow } from '../kernel/instant';

/** Pixels left and right of the plot, the same in every chart so that one cursor fits all. */
export const PLOT_LEFT = 60;
export const PLOT_RIGHT = 14;

/** From instants to pixels and back. */
export interface TimeScale {
  readonly window: TimeWindow;
  readonly width: number;
  readonly x: (instant: Instant) => number;
  readonly instant: (x: number) => Instant;
}

/** @param width of the whole chart in pixels */
export function timeScale(
  window: TimeWindow,
  width: number,
  left = PLOT_LEFT,
  right = PLOT_RIGHT,
): TimeScale {
  const inner = Math.max(1, width - left - right);
  const span = window.end - window.start;
  return {
    window,
    width,
    x: (instant) => left + ((instant - window.start) / span) * inner,
    instant: (x) => Math.round(window.start + ((x - left) / inner) * span),
  };
}

export interface Tick {
  readonly at: Instant;
  readonly label: string;
  /** The first of a day or of a month, which says the date. */
  readonly isMajor: boolean;
}

type Unit = 'minute' | 'hour' | 'day' | 'month';

const STEPS: readonly (readonly [seconds: number, unit: Unit, count: number])[] = [
  [MINUTE, 'minute', 1],
  [5 * MINUTE, 'minute', 5],
  [15 * MINUTE, 'minute', 15],
  [HOUR, 'hour', 1],
  [3 * HOUR, 'hour', 3],
  [6 * HOUR, 'hour', 6],
  [12 * HOUR, 'hour', 12],
  [DAY, 'day', 1],
  [2 * DAY, 'day', 2],
  [7 * DAY, 'day', 7],
  [14 * DAY, 'day', 14],
  [30 * DAY, 'month', 1],
  [91 * DAY, 'month', 3],
  [365 * DAY, 'month', 12],
];

/** At round times of the viewer's zone, also across a change of the clocks. */
export function ticks({ start, end }: TimeWindow, width: number, pixelsPerTick = 76): Tick[] {
  const wanted = ((end - start) / Math.max(1, width)) * pixelsPerTick;
  const [, unit, count] = STEPS.find(([seconds]) => seconds >= wanted) ?? STEPS[STEPS.length - 1];
  const found: Tick[] = [];
  const date = floorTo(new Date(start * 1000), unit, count);
  while (date.getTime() <= end * 1000 && found.length < 200) {
    if (date.getTime() >= start * 1000) found.push(tickAt(date, unit));
    advance(date, unit, count);
  }
  return found;
}

function floorTo(date: Date, unit: Unit, count: number): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (unit === 'month') return new Date(year, month - (month % count), 1);
  // Steps of two days are counted from the first of the month.
  if (unit === 'day' && count >= 7) return mondayOf(date, count / 7);
  if (unit === 'day') return new Date(year, month, day - ((day - 1) % count));
  const hours = date.getHours();
  if (unit === 'hour' && count > 1) return new Date(year, month, day, hours - (hours % count));
  const minutes = date.getMinutes() % (unit === 'hour' ? 60 : count);
  return new Date(date.getTime() - (minutes * MINUTE + date.getSeconds()) * 1000);
}

/** Weeks are counted from a Monday, so that every second one is the same wherever one pans. */
function mondayOf(date: Date, weeks: number): Date {
  const days = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (DAY * 1000));
  // 1970-01-05 was a Monday.
  const behind = (days - 4) % (7 * weeks);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - behind);
}

function advance(date: Date, unit: Unit, count: number): void {
  if (unit === 'month') date.setMonth(date.getMonth() + count);
  else if (unit === 'day') advanceDays(date, count);
  // From the round hour: where the clocks skip it, the tick before is an hour later.
  else if (unit === 'hour' && count > 1) date.setHours(date.getHours() - (date.getHours() % count) + count);
  else advanceTime(date, unit, count);
}

/** By the instant: by the clock, an hour that it shows twice would be left out the second time. */
function advanceTime(date: Date, unit: Unit, count: number): void {
  const seconds = count * (unit === 'hour' ? HOUR : MINUTE);
  date.setTime(floorTo(new Date(date.getTime() + seconds * 1000), unit, count).getTime());
}

/** Steps of two days begin anew with each month, so that ticks keep their place while one pans. */
function advanceDays(date: Date, count: number): void {
  const month = date.getMonth();
  date.setDate(date.getDate() + count);
  if (count === 2 && date.getMonth() !== month) date.setDate(1);
  date.setHours(0);
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const CLOCK_WITH_ZONE = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZoneName: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

function tickAt(date: Date, unit: Unit): Tick {
  const at = Math.floor(date.getTime() / 1000);
  // Midnight, unless the clocks skip it.
  const isDayStart = +date === +new Date(date.getFullYear(), date.getMonth(), date.getDate());
  if (unit === 'month') return { at, label: MONTH.format(date), isMajor: date.getMonth() === 0 };
  if (unit === 'day') return { at, label: DATE.format(date), isMajor: date.getDate() === 1 };
  const clock = date.getMinutes() === 0 && isShownTwice(at) ? CLOCK_WITH_ZONE : CLOCK;
  return { at, label: (isDayStart ? DATE : clock).format(date), isMajor: isDayStart };
}
