import { useQueries } from '@tanstack/react-query';
import { readTimeline } from '../api/capacity';
import { useZones } from '../api/zones';
import { inOrder, type Amounts } from '../kernel/amounts';
import type { TimeWindow } from '../kernel/instant';
import { freeStretches } from './free-stretches';

/** A stretch of a zone in which everything fits throughout. */
export interface FreeWindow extends TimeWindow {
  readonly zone: string;
}

export interface Found {
  readonly windows: readonly FreeWindow[];
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Zones that were not looked at. */
  readonly isCut: boolean;
}

const MAX_ZONES = 8;

/** What is free is counted per zone; whether units fit whole on one provider is decided at the reservation. */
export function useFreeWindows(
  amounts: Amounts,
  duration: number,
  zone: string | undefined,
  window: TimeWindow,
): Found {
  const { data } = useZones();
  const all = zone ? [zone] : (data ?? []).map((one) => one.zone);
  const zones = all.slice(0, MAX_ZONES);
  const names = inOrder(Object.keys(amounts)).filter((name) => amounts[name] > 0);
  const asked = zones.flatMap((of) => names.map((name) => ({ of, name })));
  const queries = useQueries({
    queries: asked.map(({ of, name }) => ({
      queryKey: ['capacity', name, { zone: of }, window],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTimeline(name, { zone: of }, window, signal),
    })),
  });
  const isPending = queries.some((query) => query.isPending);
  // A few thousand rows at most: cheaper than to find out whether anything has changed.
  const found = zones.flatMap((of) => {
    const needs = asked.flatMap((one, index) =>
      one.of === of ? [{ amount: amounts[one.name], steps: queries[index].data ?? [] }] : [],
    );
    return needs.length === 0
      ? []
      : freeStretches(needs, window, duration).map((stretch) => ({ ...stretch, zone: of }));
  });
  const windows = isPending ? [] : found.sort((a, b) => a.start - b.start);
  return {
    windows,
    isPending,
    error: queries.find(({ error }) => error)?.error ?? null,
    isCut: all.length > MAX_ZONES,
  };
}
