import { useMemo } from 'react';
import { useTimelines } from '../api/capacity';
import { useReservations } from '../api/reservations';
import type { Provider } from '../api/records';
import { describeAmounts, type Amounts } from '../kernel/amounts';
import { endFromWire, fromWire, overlaps, type TimeWindow } from '../kernel/instant';
import { around } from './around';
import { plannedTotal } from './planned-total';
import { useProviderScope } from './use-provider-scope';

/** Reservations on a provider that lie where a decrease would leave less than nothing. What becomes of them the service decides. */
export function useHits(provider: Provider, window: TimeWindow, decrease: Amounts): readonly string[] {
  const names = Object.keys(decrease).filter((name) => decrease[name] > 0);
  const shown = useMemo(() => around(window), [window]);
  const queries = useTimelines(names, useProviderScope(provider), shown);
  const { data } = useReservations({ provider: provider.providerId }, shown);
  const short = names.flatMap((name, index) =>
    shortages(queries[index].data ?? [], window, shown, decrease[name], name),
  );
  return (data?.items ?? [])
    .filter(({ state }) => state === 'active' || state === 'initialized')
    .filter(({ start, end, capacity }) => {
      const own = { start: fromWire(start), end: endFromWire(end) };
      return short.some((shortage) => (capacity[shortage.name] ?? 0) > 0 && overlaps(own, shortage));
    })
    .map(
      ({ name, capacity, reservationId }) =>
        name ?? `${reservationId.slice(0, 8)} (${describeAmounts(capacity)})`,
    );
}

interface Shortage extends TimeWindow {
  readonly name: string;
}

function shortages(
  steps: Parameters<typeof plannedTotal>[0],
  window: TimeWindow,
  shown: TimeWindow,
  amount: number,
  name: string,
): Shortage[] {
  const planned = plannedTotal(steps, window, -amount);
  return planned
    .map((step, index) => ({ ...step, end: planned[index + 1]?.start ?? shown.end, name }))
    .filter((step) => step.available < 0 && overlaps(step, window));
}
