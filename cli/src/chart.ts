import type { Period } from './period.js';
import type { Step } from './steps.js';
import { timeText } from './times.js';

export interface ChartSize {
  /** Characters a line may have. */
  readonly width: number;
  /** Lines of the plot itself. */
  readonly height: number;
}

const EIGHTHS = ['', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const TAKEN = '░';
const MIN_COLUMNS = 16;

export const LEGEND = `█ available  ${TAKEN} reserved or allocated`;

/** A part of the period, shown as one column: its worst instant, so that a short shortage can't be overlooked. */
interface Column {
  readonly available: number;
  readonly total: number;
}

/** Draws the figures of a class over time as lines of text. */
export function chartLines(steps: readonly Step[], period: Period, { width, height }: ChartSize): string[] {
  const highest = steps.reduce((most, { total }) => Math.max(most, total), 1);
  const margin = String(highest).length;
  const count = Math.max(MIN_COLUMNS, width - margin - 3);
  const columns = columnsOf(steps, period, count);
  const lines = Array.from({ length: height }, (_, index) => {
    const below = (height - 1 - index) * 8;
    const scale = (height * 8) / highest;
    const cells = columns.map(({ available, total }) =>
      cellOf(available * scale - below, total * scale - below),
    );
    const label = index === 0 ? String(highest) : '';
    return `${label.padStart(margin)} ${label ? '┤' : '│'}${cells.join('').trimEnd()}`;
  });
  return [...lines, `${'0'.padStart(margin)} └${'─'.repeat(count)}`, axis(period, margin + 2, count)];
}

/** The least available, and where: `null` when there are no steps. */
export function worstOf(steps: readonly Step[], period: Period): (Column & Partial<Period>) | undefined {
  const [first, ...rest] = steps.map((step, index) => ({
    ...step,
    from: new Date(step.start),
    to: new Date(steps[index + 1]?.start ?? period.to),
  }));
  return first && rest.reduce((worst, step) => (step.available < worst.available ? step : worst), first);
}

function columnsOf(steps: readonly Step[], { from, to }: Period, count: number): Column[] {
  const length = (to.getTime() - from.getTime()) / count;
  const starts = steps.map(({ start }) => Date.parse(start));
  let place = 0;
  return Array.from({ length: count }, (_, index) => {
    const begin = from.getTime() + index * length;
    while (starts[place + 1] !== undefined && (starts[place + 1] ?? 0) <= begin) place += 1;
    let worst = steps[place] ?? { available: 0, total: 0 };
    for (let next = place + 1; (starts[next] ?? Infinity) < begin + length; next++) {
      const step = steps[next];
      if (step && step.available < worst.available) worst = step;
    }
    return worst;
  });
}

/** Both in eighths of a line, counted from the bottom of this line. */
function cellOf(available: number, total: number): string {
  // The least that there is still shows.
  const filled = Math.min(8, available > 0 && available < 1 ? 1 : Math.floor(available));
  if (filled > 0) return EIGHTHS[filled] ?? '█';
  return total >= 0.5 ? TAKEN : ' ';
}

function axis({ from, to }: Period, indent: number, count: number): string {
  const [left, right] = [from, to].map((time) => timeText(time.toISOString()));
  const gap = ' '.repeat(Math.max(1, count - String(left).length - String(right).length));
  return `${' '.repeat(indent)}${left}${gap}${right}`;
}
