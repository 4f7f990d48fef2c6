import type { TimelineRow } from '@headroom/client';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { classNamed, inOrder, type Amounts } from '../kernel/amounts';
import { fromWire, toWire, type Instant, type TimeWindow } from '../kernel/instant';
import { headroom } from './headroom';
import { ApiError, explained, request } from './http';
import type { CapacityFigures } from './records';

/** The figures from `start` on, until the next row. */
export interface Step extends CapacityFigures {
  readonly start: Instant;
}

interface UtilizationAnswer {
  readonly result: string;
  readonly message?: string;
  readonly utilization: readonly { readonly timestamp: string; readonly capacity: Amounts }[];
}

/** What of the capacity is looked at. */
export interface CapacityScope {
  /** Undefined: the whole service. */
  readonly zone?: string;
  /** Leaves out all providers but one. */
  readonly without?: readonly string[];
}

/** A time line of more rows than the chart has pixels is not worth reading to its end. */
const MAX_ROWS = 12_000;

export function useTimelines(classes: readonly string[], scope: CapacityScope, window: TimeWindow) {
  return useQueries({
    queries: classes.map((name) => ({
      queryKey: ['capacity', name, scope, window],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTimeline(name, scope, window, signal),
      placeholderData: keepPreviousData,
    })),
  });
}

/** The classes that any pool entry carries in the window. */
export function useClasses({ zone }: CapacityScope, window: TimeWindow) {
  return useQuery({
    queryKey: ['capacity', 'classes', zone, window],
    queryFn: async ({ signal }) => {
      const rows = await readUtilization('total', { zone }, window, signal);
      const carried = rows.flatMap(({ capacity }) =>
        Object.keys(capacity).filter((name) => capacity[name] !== 0),
      );
      return inOrder(carried);
    },
    placeholderData: keepPreviousData,
  });
}

export async function readTimeline(
  name: string,
  scope: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  const { northbound } = classNamed(name);
  if (scope.without || !northbound) return readFromOperations(name, scope, window, signal);
  const { kind, typeId } = northbound;
  const query = {
    zoneId: scope.zone,
    [`${kind}ResourceTypeId`]: typeId,
    'timePeriod.startTime': toWire(window.start),
    'timePeriod.stopTime': toWire(window.end),
  };
  return explained(collect(headroom.timeline(kind, query as never, { signal })), signal);
}

async function collect(rows: AsyncIterable<TimelineRow>): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for await (const { startTime, capacityInformation } of rows) {
    steps.push({ start: fromWire(startTime), ...(capacityInformation as CapacityFigures) });
    if (steps.length >= MAX_ROWS) break;
  }
  return steps;
}

/** Per provider: `without` answers as if the others were not there. */
async function readFromOperations(
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
  const figureOf = (rows: UtilizationAnswer['utilization']) => walk(rows, name);
  const [atTotal, atReserved, atAllocated] = [total, reserved, allocated].map(figureOf);
  return [...instants]
    .sort((a, b) => a - b)
    .map((start) => {
      const [t, r, a] = [atTotal(start), atReserved(start), atAllocated(start)];
      return { start, total: t, reserved: r, allocated: a, available: t - r - a };
    });
}

/** Gives the value at ever later instants. */
function walk(rows: UtilizationAnswer['utilization'], name: string): (at: Instant) => number {
  let next = 0;
  let value = 0;
  return (at) => {
    for (; next < rows.length && fromWire(rows[next].timestamp) <= at; next++)
      value = rows[next].capacity[name] ?? 0;
    return value;
  };
}

async function readUtilization(
  figure: 'total' | 'reserved' | 'usage' | 'available',
  { zone, without }: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<UtilizationAnswer['utilization']> {
  const answer = await request<UtilizationAnswer>('/query-capacity', {
    body: {
      capacity: figure,
      zone,
      without: without?.map((id) => `ResourceProvider:${id}`),
      window: { start: toWire(window.start), end: toWire(window.end) },
      // Only the figures are wanted, which are of everything that matches.
      limit: 1,
    },
    signal,
  });
  if (answer.result !== 'ok') throw new ApiError(400, answer.message ?? 'The capacity could not be read.');
  return answer.utilization;
}
