import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { Claim } from '../admission/records.js';
import type { ZoneView } from '../fold/zone-fold.js';
import type { TimelineView } from '../timeline/timeline.js';
import type { Demand } from './demand.js';
import { SearchBudget } from './unit-search.js';
import {
  candidateProviders,
  place,
  placeSplit,
  roomsOf,
  suitsWhole,
  type PlacementOptions,
} from './placement.js';

/**
 * If a demand only fits when split, every change of the timelines may be the first instant that fits. This limits the
 * trials, in groups of units × providers, before the result of the single-provider search is used. The search takes
 * some milliseconds at most, because it blocks the other requests of the zone.
 */
const MAX_SPLIT_TRIALS = 4_000;

/** The search for windows of one length in which a demand fits. The limit on trials applies over all calls. */
export class PlaceSearch {
  private spent = 0;
  private readonly candidates: readonly string[];
  /** Providers that may back the whole demand. */
  private readonly wholeCandidates: readonly string[];
  private isOverdrawn?: boolean;
  private readonly budget = new SearchBudget();

  constructor(
    readonly fold: ZoneView,
    readonly demand: Demand,
    readonly length: number,
    private readonly options: PlacementOptions,
  ) {
    this.candidates = candidateProviders(fold, demand, options);
    this.wholeCandidates = this.candidates.filter((id) => suitsWhole(options, id, demand));
  }

  /** The earliest start from an instant on, and before `bound`; undefined if there is none. */
  earliest(from: Instant, bound: Instant = FOREVER): Instant | undefined {
    const { fold, demand, length, candidates, wholeCandidates } = this;
    let earliest = bound;
    for (const id of wholeCandidates) {
      const provider = fold.provider(id);
      const start = earliestFit((name) => provider.available(name), demand.amounts, length, from);
      earliest = Math.min(earliest, start ?? FOREVER);
    }
    if (candidates.length > 1) earliest = this.earlierBySplitting(from, earliest);
    return earliest === bound ? undefined : earliest;
  }

  /** True if splits are no longer searched for. */
  get isSpent(): boolean {
    return this.spent >= MAX_SPLIT_TRIALS;
  }

  /** Until when the best of the claims that back the demand from `start` on last. It fits there for the length. */
  lastsUntil(start: Instant, until: Instant): Instant {
    const { fold, demand, length, options, wholeCandidates } = this;
    const { amounts } = demand;
    const window = { start, end: start + length };
    const rest = { start, end: until };
    const whole = wholeCandidates.filter((id) => fold.provider(id).fits(amounts, window));
    if (whole.length > 0) {
      return Math.max(...whole.map((providerId) => claimsLast(fold, [{ providerId, amounts }], rest)));
    }
    return claimsLast(fold, place(fold, demand, window, options) ?? [], rest);
  }

  private earlierBySplitting(from: Instant, bound: Instant): Instant {
    const { fold, demand, length, options } = this;
    let start: Instant | undefined = from;
    while (!this.isSpent) {
      // A split needs room in the zone as a whole. This skips long full periods at once.
      if (!this.isOverdrawn) {
        const inSum = earliestFit((name) => fold.whole().available(name), demand.amounts, length, start);
        if (inSum !== start) this.isOverdrawn ??= isSomewhereOverdrawn(fold, demand.amounts, from);
        if (!this.isOverdrawn) start = inSum;
      }
      if (start === undefined || start >= bound) return bound;
      // On one provider alone the demand does not fit before the bound.
      const rooms = roomsOf(fold, demand, { start, end: start + length }, this.candidates);
      if (placeSplit(demand, rooms, options, this.budget)) return start;
      this.spent += Math.max(demand.units.length, 1) * this.candidates.length;
      if (!this.isSpent) start = nextChange(fold, demand.amounts, start, this.candidates);
      if (start === undefined || start >= bound) return bound;
    }
    return bound;
  }
}

/** The first instant of a window at which one of some claims doesn't fit; its end if all fit throughout. */
function claimsLast(fold: ZoneView, claims: readonly Claim[], window: TimeWindow): Instant {
  let { end } = window;
  for (const { providerId, amounts } of claims) {
    for (const name in amounts) {
      const timeline = fold.provider(providerId).available(name);
      end = timeline?.firstBelow(amounts[name], { start: window.start, end }) ?? end;
    }
  }
  return end;
}

/**
 * The earliest start at which all classes fit: each class moves the start on until all of them fit.
 *
 * @param turns how often it is each class's turn before the search is given up
 */
export function earliestFit(
  timelineOf: (name: ResourceClass) => TimelineView | undefined,
  amounts: ResourceAmounts,
  length: number,
  from: Instant,
  turns = Number.POSITIVE_INFINITY,
): Instant | undefined {
  let start = from;
  for (let turn = 0; turn < turns; turn++) {
    const before = start;
    for (const name in amounts) {
      const next = timelineOf(name)?.earliestFit(amounts[name], length, start);
      if (next === undefined) return undefined;
      start = next;
    }
    if (start === before) return start;
  }
  return undefined;
}

/** If a provider is overdrawn, the zone's sum is less than the other providers have, so it can't rule out a split. */
function isSomewhereOverdrawn(fold: ZoneView, amounts: ResourceAmounts, from: Instant): boolean {
  const rest = { start: from, end: FOREVER };
  return [...fold.providerIds()].some((id) =>
    Object.keys(amounts).some((name) => fold.provider(id).leastValue(name, rest) < 0),
  );
}

function nextChange(
  fold: ZoneView,
  amounts: ResourceAmounts,
  after: Instant,
  candidates: readonly string[],
): Instant | undefined {
  let next: Instant | undefined;
  for (const id of candidates) {
    const provider = fold.provider(id);
    for (const name in amounts) {
      const change = provider.available(name)?.nextChange(after);
      if (change !== undefined && (next === undefined || change < next)) next = change;
    }
  }
  return next;
}
