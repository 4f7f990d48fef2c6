import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inOrder, isBuiltIn } from '../kernel/amounts';
import { DAY, now, type TimeWindow } from '../kernel/instant';
import { readOnceSettled } from './past';
import { readTimeline } from './timelines';
import { readUtilization, type CapacityScope, type Step } from './utilization';

export type { CapacityScope, Step } from './utilization';

/** While another window is loaded, each query shows the steps of the window before. */
export function useTimelines(classes: readonly string[], scope: CapacityScope, window: TimeWindow) {
  // `keepPreviousData` does not help here: for another key, `useQueries` makes a new observer, which has no previous data.
  const latest = useRef<ReadonlyMap<string, readonly Step[]>>(new Map());
  const nameOf = (name: string): string => JSON.stringify([name, scope]);
  const queries = useQueries({
    queries: classes.map((name) => ({
      queryKey: ['capacity', name, scope, window],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTimeline(name, scope, window, signal),
      placeholderData: () => latest.current.get(nameOf(name)),
    })),
  });
  useEffect(() => {
    const pairs = classes.flatMap((name, index) => {
      const steps = queries[index]?.data;
      return steps ? [[nameOf(name), steps] as const] : [];
    });
    latest.current = new Map(pairs);
  });
  return queries;
}

/** The classes that any pool entry carries in the window. */
export function useClasses({ zone }: CapacityScope, window: TimeWindow, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['capacity', 'classes', zone, window],
    queryFn: async ({ signal }) => {
      const read = (part: TimeWindow, own?: AbortSignal) => readUtilization('total', { zone }, part, own);
      const rows = await readOnceSettled(['classes', zone], window, read, signal);
      const carried = rows.flatMap(({ capacity }) =>
        Object.keys(capacity).filter((name) => capacity[name] !== 0),
      );
      return inOrder(carried);
    },
    placeholderData: keepPreviousData,
  });
}

const YEAR = 365 * DAY;

/** The classes of the operator that any pool entry carries in the coming year; read when they are wanted. */
export function useCustomClasses(isWanted: boolean): readonly string[] {
  const [from] = useState(now);
  const { data = [] } = useClasses({}, { start: from, end: from + YEAR }, isWanted);
  return data.filter((name) => !isBuiltIn(name));
}
