import type { ZoneView } from '../allocation/fold/zone-fold.js';
import type { CounterOffer } from '../kernel/domain-error.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../kernel/time-window.js';

type Provider = ReturnType<ZoneView['provider']>;

/** Maximum alternations between classes: the search blocks the other requests of the zone. */
const MAX_TURNS = 500;

/** The offer of a forced decrease, which can take all of a total, whatever is promised. */
export function forcedOffer(provider: Provider, amounts: ResourceAmounts, window: TimeWindow): CounterOffer {
  const maxCapacity: Record<string, number> = {};
  for (const name in amounts) maxCapacity[name] = provider.total(name)?.leastValue(window) ?? 0;
  return { maxCapacity, nextWindow: nextWindow(provider, amounts, window) };
}

/** The earliest window of the same length throughout which the totals cover the amounts. */
function nextWindow(
  provider: Provider,
  amounts: ResourceAmounts,
  window: TimeWindow,
): TimeWindow | undefined {
  const length = window.end - window.start;
  let from: Instant | undefined = window.start;
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const before: Instant = from;
    for (const name in amounts) {
      from = provider.total(name)?.earliestFit(amounts[name], length, from);
      if (from === undefined) return undefined;
    }
    const end = from + length;
    if (from === before) return end === FOREVER || end <= LAST_INSTANT ? { start: from, end } : undefined;
  }
  return undefined;
}
