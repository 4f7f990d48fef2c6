import type { Amounts } from '../kernel/amounts';
import { fromWire, toWire, type Instant, type TimeWindow } from '../kernel/instant';
import { ApiError } from './api-error';
import { request } from './http';
import type { CapacityFigures } from './records';

/** The figures from `start` on, until the next row. */
export interface Step extends CapacityFigures {
  readonly start: Instant;
  /** The step stands for a stretch with more changes; its figures are those of this instant of it, the worst. */
  readonly worstAt?: Instant;
}

interface UtilizationAnswer {
  readonly result: string;
  readonly message?: string;
  readonly utilization: readonly UtilizationRow[];
  readonly 'utilization-omitted-from'?: string;
}

interface UtilizationRow {
  readonly timestamp: string;
  readonly capacity: Amounts;
}

/** What of the capacity is looked at. */
export interface CapacityScope {
  /** Undefined: the whole service. */
  readonly zone?: string;
  /** Leaves out all providers but one. */
  readonly without?: readonly string[];
}

/** Per provider: `without` answers as if the others were not there. */
export async function readFromOperations(
  name: string,
  scope: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  const figures = ['total', 'reserved', 'usage'] as const;
  const [total, reserved, allocated] = await Promise.all(
    figures.map((figure) => readUtilization(figure, scope, window, signal)),
  );
  const instants = new Set([total, reserved, allocated].flat().map(({ timestamp }) => fromWire(timestamp)));
  const figureOf = (rows: readonly UtilizationRow[]) => walk(rows, name);
  const [atTotal, atReserved, atAllocated] = [total, reserved, allocated].map(figureOf);
  return [...instants]
    .sort((a, b) => a - b)
    .map((start) => {
      const [t, r, a] = [atTotal(start), atReserved(start), atAllocated(start)];
      return { start, total: t, reserved: r, allocated: a, available: t - r - a };
    });
}

/** Gives the value at ever later instants. */
function walk(rows: readonly UtilizationRow[], name: string): (at: Instant) => number {
  let next = 0;
  let value = 0;
  return (at) => {
    for (; next < rows.length && fromWire(rows[next].timestamp) <= at; next++)
      value = rows[next].capacity[name] ?? 0;
    return value;
  };
}

/** Reads on where an answer has too many rows to be whole. */
export async function readUtilization(
  figure: 'total' | 'reserved' | 'usage' | 'available',
  { zone, without }: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<readonly UtilizationRow[]> {
  const rows: UtilizationRow[] = [];
  for (let start: string | undefined = toWire(window.start); start !== undefined;) {
    const answer: UtilizationAnswer = await request<UtilizationAnswer>('/query-capacity', {
      body: {
        capacity: figure,
        zone,
        without: without?.map((id) => `ResourceProvider:${id}`),
        window: { start, end: toWire(window.end) },
        // Only the figures are wanted, which are of everything that matches.
        limit: 1,
      },
      signal,
      purpose: 'read',
    });
    if (answer.result !== 'ok') throw new ApiError(400, answer.message ?? 'The capacity could not be read.');
    for (const row of answer.utilization) rows.push(row);
    start = answer['utilization-omitted-from'];
  }
  return rows;
}
