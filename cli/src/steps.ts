import { formatTime, type Headroom, type Outcome } from '@headroom/client';
import { CLASSES, type Amounts } from './amounts.js';
import { RefusalError } from './failures.js';
import type { Period } from './period.js';

/** On a ledger that changes all the time, figures of different states are shown rather than none. */
const MAX_READS = 3;

const METRICS = ['total', 'reserved', 'usage', 'available'] as const;
type Metric = (typeof METRICS)[number];

/** The figures of one class from an instant on. */
export interface Step {
  readonly start: string;
  readonly total: number;
  readonly reserved: number;
  readonly allocated: number;
  readonly available: number;
}

interface Row {
  readonly timestamp: string;
  readonly capacity: Amounts;
}

/**
 * The figures of all tracked classes over a period, a step per instant at which one of them changes. There is a query for each figure:
 * all are read again if they are not of one state of the ledger, in which what is available is the rest.
 */
export async function readSteps(
  client: Headroom,
  zone: string | undefined,
  period: Period,
): Promise<Readonly<Record<string, readonly Step[]>>> {
  const window = { start: formatTime(period.from), end: formatTime(period.to) };
  for (let reads = 1; ; reads += 1) {
    const [total, reserved, usage, available] = await Promise.all(
      METRICS.map((metric) => readRows(client, metric, zone, window)),
    );
    const steps = stepsOf({ total, reserved, usage, available }, window.start);
    if (reads === MAX_READS || Object.values(steps).flat().every(addsUp)) return steps;
  }
}

function addsUp({ total, reserved, allocated, available }: Step): boolean {
  return total === reserved + allocated + available;
}

/** Reads on where an answer has too many rows to be whole. */
async function readRows(
  client: Headroom,
  capacity: Metric,
  zone: string | undefined,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from: string | undefined = start; from !== undefined;) {
    const window: { start: string; end: string } = { start: from, end };
    // The lists of collections aren't wanted: a page of one is the least there is.
    const answer: Outcome<'/query-capacity'> = await client.operate('/query-capacity', {
      capacity,
      zone,
      window,
      limit: 1,
    });
    if (answer.result !== 'ok') throw new RefusalError(answer);
    for (const row of answer.utilization) rows.push(row);
    from = answer['utilization-omitted-from'];
  }
  return rows;
}

type Rows = Readonly<Record<Metric, readonly Row[] | undefined>>;

export function stepsOf(rows: Rows, start: string): Record<string, Step[]> {
  const figures = METRICS.map((metric) => rows[metric] ?? []);
  const named = new Set(figures.flat().flatMap(({ capacity }) => Object.keys(capacity)));
  const names = [
    ...CLASSES.filter((name) => named.has(name)),
    ...[...named].filter((name) => !CLASSES.includes(name)).sort(),
  ];
  const instants = [...new Set([start, ...figures.flat().map(({ timestamp }) => timestamp)])].sort();
  return Object.fromEntries(names.map((name) => [name, stepsOfClass(name, figures, instants)]));
}

function stepsOfClass(
  name: string,
  figures: readonly (readonly Row[])[],
  instants: readonly string[],
): Step[] {
  const places = figures.map(() => -1);
  const steps = instants.map((start) => {
    const [total = 0, reserved = 0, allocated = 0, available = 0] = figures.map((rows, metric) => {
      let place = places[metric] ?? -1;
      while (rows[place + 1] && (rows[place + 1]?.timestamp ?? '') <= start) place += 1;
      places[metric] = place;
      return rows[place]?.capacity[name] ?? 0;
    });
    return { start, total, reserved, allocated, available };
  });
  return steps.filter((step, index) => index === 0 || isOther(step, steps[index - 1]));
}

function isOther(step: Step, before: Step | undefined): boolean {
  return (
    step.total !== before?.total ||
    step.reserved !== before.reserved ||
    step.allocated !== before.allocated ||
    step.available !== before.available
  );
}
