import type { TimeScale } from '../charts/time-axis';
import type { TimeWindow } from '../kernel/instant';
import { visibleBars, type Bar, type Row } from './gantt-rows';
import { LANE_HEIGHT } from './paint-gantt';

/** Thin bars can be hit, too. */
const SLACK_PIXELS = 3;

/** The bar at a place, in pixels from the first row. */
export function barAt(rows: readonly Row[], scale: TimeScale, x: number, y: number): Bar | undefined {
  const row = rows.at(Math.floor(y / LANE_HEIGHT));
  if (!row || !('bars' in row) || y < 0) return undefined;
  const from = scale.instant(x - SLACK_PIXELS);
  const to = scale.instant(x + SLACK_PIXELS);
  const near = visibleBars(row.bars, from, Math.max(to, from + 1));
  const at = scale.instant(x);
  return near.find(({ start, end }) => start <= at && at < end) ?? near.at(0);
}

/** Where a bar is, and in which row. */
export interface Found {
  readonly bar: Bar;
  readonly row: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };

/** The bar that an arrow key leads to; the first that can be seen when none is marked. */
export function neighbourOf(
  rows: readonly Row[],
  { start, end }: TimeWindow,
  id: string | undefined,
  key: string,
): Found | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const seen = rows.flatMap((row, index) =>
    'bars' in row ? visibleBars(row.bars, start, end).map((bar): Found => ({ bar, row: index })) : [],
  );
  const at = seen.findIndex(({ bar }) => bar.id === id);
  if (at < 0) return seen.at(0);
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return seen.at(Math.max(0, Math.min(seen.length - 1, at + step)));
  const { row } = seen[at];
  const others = seen.filter((found) => (step > 0 ? found.row > row : found.row < row));
  return step > 0 ? others.at(0) : others.at(-1);
}
