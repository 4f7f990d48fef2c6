import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { AddressRoom } from './address-room.js';
import type { CapacityView } from './capacity-timelines.js';
import type { Demand } from './demand.js';
import { candidateProviders, place, suitsWhole, type PlacementOptions } from './placement.js';
import type { ZoneView } from './zone-fold.js';

/**
 * Where a demand can only be met by splitting it, every instant at which something changes may be the first that fits.
 * This bounds how many of them are tried, in groups of units held against providers, before the answer is left to the
 * single-provider search: some milliseconds, as the zone's other requests wait meanwhile.
 */
const MOST_SPLIT_TRIALS = 4_000;

/** How often the search goes back and forth between amounts and single addresses before it takes the first lasting place. */
const MOST_ADDRESS_TURNS = 500;

/**
 * The earliest window of the same length, from the requested start on, in which the whole demand fits.
 *
 * @param addresses what single addresses there are, where concrete ones have to be assigned
 */
export function nextWindow(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): TimeWindow | undefined {
  const length = window.end - window.start;
  const search = new PlaceSearch(fold, demand, length, options);
  const start = addresses ? earliestWithAddresses(search, addresses, window) : search.earliest(window.start);
  if (start === undefined) return undefined;
  const end = start + length;
  // A window that the wire form of times can't say is no offer.
  return end !== FOREVER && end > LAST_INSTANT ? undefined : { start, end };
}

/** Amounts and single addresses push the start on in turn until neither has to. */
function earliestWithAddresses(
  search: PlaceSearch,
  addresses: AddressRoom,
  window: TimeWindow,
): Instant | undefined {
  const count = search.demand.amounts.addresses ?? 0;
  const length = window.end - window.start;
  const isFreeFrom = addresses.startSearch(count, length, window.start);
  let start: Instant | undefined = window.start;
  for (let turns = 0; turns < MOST_ADDRESS_TURNS; turns++) {
    const fits: Instant | undefined = start === undefined ? undefined : search.earliest(start);
    start = fits === undefined ? undefined : isFreeFrom(fits);
    if (start === fits) return start;
  }
  if (start === undefined) return undefined;
  // Too much to and fro: from where enough addresses are free for good, amounts alone decide.
  const lasting = addresses.startSearch(count, FOREVER, start)(start);
  return lasting === undefined ? undefined : search.earliest(lasting);
}

/** The search for windows of one length in which a demand fits; what it spends on splitting is bounded over all calls. */
class PlaceSearch {
  private spent = 0;
  private readonly candidates: readonly string[];
  /** Those that may back the whole of it. */
  private readonly wholeCandidates: readonly string[];
  private isOverdrawn?: boolean;

  constructor(
    private readonly fold: ZoneView,
    readonly demand: Demand,
    private readonly length: number,
    private readonly options: PlacementOptions,
  ) {
    this.candidates = candidateProviders(fold, demand, options);
    this.wholeCandidates = this.candidates.filter((id) => suitsWhole(options, id, demand));
  }

  /** The earliest start from an instant on; undefined: never. */
  earliest(from: Instant): Instant | undefined {
    const { fold, demand, length, candidates, wholeCandidates } = this;
    let earliest = FOREVER;
    for (const id of wholeCandidates) {
      const start = earliestFit(fold.provider(id), demand.amounts, length, from);
      earliest = Math.min(earliest, start ?? FOREVER);
    }
    if (candidates.length > 1) earliest = this.earlierBySplitting(from, earliest);
    return earliest === FOREVER ? undefined : earliest;
  }

  private earlierBySplitting(from: Instant, bound: Instant): Instant {
    const { fold, demand, length, options } = this;
    this.isOverdrawn ??= isSomewhereOverdrawn(fold, demand.amounts, from);
    let start: Instant | undefined = from;
    const trials = Math.max(demand.units.length, 1) * this.candidates.length;
    for (; this.spent < MOST_SPLIT_TRIALS; this.spent += trials) {
      // The zone as a whole has to have room before any split can; that skips long full stretches at once.
      if (!this.isOverdrawn) start = earliestFit(fold.whole(), demand.amounts, length, start);
      if (start === undefined || start >= bound) return bound;
      if (place(fold, demand, { start, end: start + length }, options)) return start;
      const next = nextChange(fold, demand.amounts, start, this.candidates);
      if (next === undefined || next >= bound) return bound;
      start = next;
    }
    return bound;
  }
}

/** The earliest start at which all classes fit at once: each class pushes the start on until none has to. */
function earliestFit(
  timelines: CapacityView,
  amounts: ResourceAmounts,
  length: number,
  from: Instant,
): Instant | undefined {
  let start = from;
  for (;;) {
    const before = start;
    for (const name in amounts) {
      const next = timelines.available(name)?.earliestFit(amounts[name], length, start);
      if (next === undefined) return undefined;
      start = next;
    }
    if (start === before) return start;
  }
}

/** Where a provider is overdrawn, the whole shows less than the others have, and says nothing about a split. */
function isSomewhereOverdrawn(fold: ZoneView, amounts: ResourceAmounts, from: Instant): boolean {
  const rest = { start: from, end: FOREVER };
  return [...fold.providerIds()].some((id) =>
    Object.keys(amounts).some((name) => fold.provider(id).leastAvailable(name, rest).value < 0),
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
    for (const name in amounts) {
      const change = fold.provider(id).available(name)?.nextChange(after);
      if (change !== undefined && (next === undefined || change < next)) next = change;
    }
  }
  return next;
}
