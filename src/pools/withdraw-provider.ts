import type { Admission } from '../allocation/admission/admission.js';
import type { Draft } from '../allocation/admission/draft.js';
import type { Backing } from '../allocation/admission/needs.js';
import { displaceAndAdmit } from '../allocation/placement/waiting.js';
import type { PoolEntryRecord } from '../allocation/admission/records.js';
import { providerRetired } from '../allocation/admission/refusals.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { newId } from '../kernel/identifiers.js';
import { isNothing, negated, withoutZeros, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { checkAhead, windowAhead } from '../kernel/window-rules.js';
import { enterPoolEntry } from './pool-entry.js';

/** A provider that is, or will be, lost for a window; by default from now on, for ever. */
export interface Withdrawal {
  readonly providerId: string;
  readonly start?: Instant;
  readonly end?: Instant;
  readonly displaceable: Backing;
}

/** The withdrawn capacity and the affected reservations. */
export interface Withdrawn {
  /** Ordered by window, without overlaps; empty if the provider has nothing. */
  readonly poolEntries: readonly PoolEntryRecord[];
  /** Reservations that were placed again, or are in conflict now. */
  readonly displaced: readonly string[];
}

/**
 * Takes away by force the total of a provider at each instant of a window, and no more. Capacity declared afterwards
 * counts, and all capacity returns when the window ends.
 */
export function withdrawProvider(withdrawal: Withdrawal): Admission<Withdrawn> {
  return {
    needs: { providers: [withdrawal.providerId], unbacked: true, backedBy: [withdrawal.displaceable] },
    decide: (draft) => decide(draft, withdrawal),
  };
}

function decide(draft: Draft, withdrawal: Withdrawal): Withdrawn {
  const { providerId } = withdrawal;
  if (draft.isRetired(providerId)) throw providerRetired();
  const window = windowAhead(withdrawal, draft.now);
  checkAhead(window, draft.now);
  const poolEntries = totalsAlong(draft.fold, providerId, window).map(({ part, totals }) =>
    enterPoolEntry(draft, { id: newId(), providerId, window: part, amounts: negated(totals) }),
  );
  const displaced = displaceAndAdmit(draft, withdrawal.displaceable, window);
  return { poolEntries, displaced };
}

interface PartTotals {
  readonly part: TimeWindow;
  readonly totals: ResourceAmounts;
}

/** The parts of a window in which the provider's totals are constant, without those in which all are zero. */
function totalsAlong(fold: ZoneView, providerId: string, window: TimeWindow): PartTotals[] {
  const provider = fold.provider(providerId);
  const parts: PartTotals[] = [];
  const timelines = fold.trackedClasses().flatMap((name) => {
    const timeline = provider.total(name);
    return timeline ? [{ name, timeline }] : [];
  });
  for (let start = window.start; start < window.end;) {
    const changes = timelines.map(({ timeline }) => timeline.nextChange(start) ?? FOREVER);
    const end = Math.min(window.end, ...changes);
    const totals = withoutZeros(
      Object.fromEntries(timelines.map(({ name, timeline }) => [name, timeline.valueAt(start)])),
    );
    if (!isNothing(totals)) parts.push({ part: { start, end }, totals });
    start = end;
  }
  return parts;
}
