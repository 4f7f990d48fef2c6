import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../../kernel/time-window.js';
import type { AddressRoom, AddressStarts } from '../addresses/address-room.js';
import { availableThroughout } from '../fold/throughout.js';
import type { ZoneView } from '../fold/zone-fold.js';
import type { Demand } from './demand.js';
import { PlaceSearch } from './place-search.js';
import type { PlacementOptions } from './placement.js';

/**
 * Maximum steps of a search: it blocks the other requests of the zone. A stretch takes one step, and one more for each
 * time that other claims have to back the demand.
 */
const MAX_STEPS = 2_000;

/** Where to look for windows of a length: each lies wholly within `within`. */
export interface RoomAsked {
  readonly length: number;
  readonly within: TimeWindow;
  /** Maximum number of stretches. */
  readonly limit: number;
}

/** A demand fits from every start of a stretch on, the first and the last included. */
export interface Stretch {
  readonly start: Instant;
  readonly latestStart: Instant;
}

/** The earliest stretches. `isMore`: there are later ones, or the search was cut. */
export interface FoundRoom {
  readonly stretches: readonly Stretch[];
  readonly isMore: boolean;
}

/**
 * The earliest stretches of starts from which a demand fits for a length (semantics §9). O(log n) per step for a
 * demand that lies on one provider; a demand that must be split is searched for as by `nextWindow`.
 *
 * @param addresses the concrete addresses available, if the demand needs some
 */
export function findRoom(
  fold: ZoneView,
  demand: Demand,
  { length, within, limit }: RoomAsked,
  options: PlacementOptions,
  addresses?: AddressRoom,
): FoundRoom {
  const search = new PlaceSearch(fold, demand, length, options);
  const free = addresses?.freeStarts(demand.amounts.addresses ?? 0, length, within.start);
  const bound = within.end - length + 1;
  const stretches: { start: Instant; latestStart: Instant }[] = [];
  for (let from = within.start, steps = 0; ; steps++) {
    const start = steps < MAX_STEPS ? earliestStart(search, free, from, bound) : undefined;
    if (start === undefined) return { stretches, isMore: steps === MAX_STEPS || search.isSpent };
    const last = search.lastsUntil(start, within.end) - length;
    const latestStart = Math.min(last, (free?.end(start) ?? bound) - 1, bound - 1);
    const before = stretches.at(-1);
    if (before && before.latestStart + 1 === start) before.latestStart = latestStart;
    else if (stretches.length === limit) return { stretches, isMore: true };
    else stretches.push({ start, latestStart });
    from = latestStart + 1;
  }
}

/** Amounts and single addresses move the start on in turn until both fit. */
function earliestStart(
  search: PlaceSearch,
  free: AddressStarts | undefined,
  from: Instant,
  bound: Instant,
): Instant | undefined {
  let start: Instant | undefined = from;
  while (start !== undefined && start < bound) {
    const fits: Instant | undefined = search.earliest(start, bound);
    start = fits !== undefined && free ? free.next(fits) : fits;
    if (start === fits) return start;
  }
  return undefined;
}

/** What a demand would leave in its zone for a reservation of the same window, per class of the demand. */
export function leftFree(
  fold: ZoneView,
  { amounts }: Demand,
  window: TimeWindow,
  addresses?: AddressRoom,
): ResourceAmounts {
  const left: Record<string, number> = {};
  const providers = Array.from(fold.providerIds(), (id) => fold.provider(id));
  for (const name in amounts) {
    const least = fold.whole().leastValue(name, window);
    const value = availableThroughout(least, providers, name, window);
    const isLimited = name === 'addresses' && addresses;
    left[name] = (isLimited ? addresses.most(window, Math.max(value, 0)) : value) - amounts[name];
  }
  return left;
}
