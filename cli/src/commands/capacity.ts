import { formatTime } from '@headroom/client';
import { chartLines, LEGEND, worstOf } from '../chart.js';
import type { Context, Register } from '../context.js';
import { UsageError } from '../failures.js';
import { periodOf, type Period } from '../period.js';
import { readSteps, type Step } from '../steps.js';
import { tableText } from '../table.js';
import { timeText } from '../times.js';

interface CapacityOptions {
  readonly class?: readonly string[];
  readonly zone?: string;
  readonly from: string;
  readonly to: string;
  readonly steps?: boolean;
}

const HEIGHT = 8;
const HEIGHT_OF_MANY = 4;
const DEFAULT_WIDTH = 80;

export const addCapacity: Register = (program, handled) => {
  program
    .command('capacity')
    .description('show available capacity over time, as a chart')
    .option('-c, --class <class...>', 'resource classes, such as cores or ram (default: all)')
    .option('-z, --zone <zone>', 'only this zone (default: the whole service)')
    .option('--from <time>', 'start', 'now')
    .option('--to <time>', 'end; + counts from the start', '+7d')
    .option('--steps', 'a table of the figures instead of the chart')
    .action(handled(capacity));
};

async function capacity(context: Context, options: CapacityOptions): Promise<void> {
  const period = periodOf(options.from, options.to, { now: context.now, isAhead: true });
  const all = await readSteps(context.client, options.zone, period);
  const classes = chosen(all, options.class);
  const zone = options.zone ?? 'all zones';
  const bounds = { from: formatTime(period.from), to: formatTime(period.to) };
  context.show({ zone: options.zone, ...bounds, classes }, () => {
    const shown = Object.entries(classes);
    if (shown.length === 0)
      return `Nothing is declared in ${zone} from ${timeText(bounds.from)} to ${timeText(bounds.to)}.\n`;
    if (options.steps) return shown.map(([name, steps]) => `${name}\n${stepsText(steps)}`).join('\n');
    const width = context.surroundings.stdout.columns || DEFAULT_WIDTH;
    const size = { width, height: shown.length === 1 ? HEIGHT : HEIGHT_OF_MANY };
    const charts = shown.map(([name, steps]) => [
      `${name} in ${zone}: ${summary(steps, period)}`,
      ...chartLines(steps, period, size),
      '',
    ]);
    return `${[...charts.flat(), LEGEND].join('\n')}\n`;
  });
}

/** @throws UsageError for a class of which nothing was ever declared */
function chosen(
  all: Readonly<Record<string, readonly Step[]>>,
  names: readonly string[] | undefined,
): Record<string, readonly Step[]> {
  if (names === undefined) return all;
  return Object.fromEntries(
    names.map((name) => {
      if (Object.hasOwn(all, name)) return [name, all[name]];
      throw new UsageError(`no ${name} here; there are: ${Object.keys(all).join(', ') || 'none'}`);
    }),
  );
}

function summary(steps: readonly Step[], period: Period): string {
  const worst = worstOf(steps, period);
  if (!worst?.from || !worst.to) return 'nothing';
  const where = `from ${timeText(worst.from.toISOString())} to ${timeText(worst.to.toISOString())}`;
  return `at least ${worst.available} of ${worst.total} available (${where})`;
}

function stepsText(steps: readonly Step[]): string {
  return tableText(steps, {
    FROM: ({ start }) => timeText(start),
    TOTAL: ({ total }) => total,
    RESERVED: ({ reserved }) => reserved,
    ALLOCATED: ({ allocated }) => allocated,
    AVAILABLE: ({ available }) => available,
  });
}
