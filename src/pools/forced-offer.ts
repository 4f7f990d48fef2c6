import type { CapacityView } from '../allocation/fold/capacity-timelines.js';
import { windowFrom } from '../allocation/placement/next-window.js';
import { earliestFit } from '../allocation/placement/place-search.js';
import type { CounterOffer } from '../kernel/domain-error.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { TimeWindow } from '../kernel/time-window.js';

/** Maximum alternations between classes: the search blocks the other requests of the zone. */
const MAX_TURNS = 500;

/** The offer of a forced decrease, which can take all of a total, whatever is promised. */
export function forcedOffer(
  provider: CapacityView,
  amounts: ResourceAmounts,
  { start, end }: TimeWindow,
): CounterOffer {
  const maxCapacity: Record<string, number> = {};
  for (const name in amounts) maxCapacity[name] = provider.total(name)?.leastValue({ start, end }) ?? 0;
  const length = end - start;
  const next = earliestFit((name) => provider.total(name), amounts, length, start, MAX_TURNS);
  return { maxCapacity, nextWindow: next === undefined ? undefined : windowFrom(next, length) };
}
