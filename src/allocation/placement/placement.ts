import { covers, isNothing, timesItFits, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { TimeWindow } from '../../kernel/time-window.js';
import { hasTraits, type WantedTraits, type Traits } from '../../kernel/traits.js';
import type { Demand } from './demand.js';
import type { Claim } from '../admission/records.js';
import type { ZoneView } from '../fold/zone-fold.js';
import { divideUnits, SearchBudget, type Room } from './unit-search.js';

export interface PlacementOptions {
  /** The providers that its elements restrict a reservation to; absent: all of the zone. */
  readonly only?: ReadonlySet<string>;
  /** Providers to try first, such as those that back the reservation now. */
  readonly prefer?: readonly string[];
  /**
   * The traits of the zone's providers. Read only for a demand that requires traits; a provider that is missing has
   * none.
   */
  readonly providerTraits?: ReadonlyMap<string, Traits>;
}

/** The options of a reservation whose elements restrict it to some providers; an empty list: any of the zone. */
export function placementOptions(
  restrictedTo: readonly string[],
  providerTraits?: ReadonlyMap<string, Traits>,
): PlacementOptions {
  return restrictedTo.length > 0 ? { only: new Set(restrictedTo), providerTraits } : { providerTraits };
}

/**
 * The claims that back a demand throughout a window; undefined if it does not fit (semantics §5).
 *
 * @param budget for the search of a division of units of different sizes
 */
export function place(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  budget = new SearchBudget(),
): Claim[] | undefined {
  if (isNothing(demand.amounts)) return [];
  const candidates = candidateProviders(fold, demand, options);
  const preferred = candidates.find(
    (id) =>
      options.prefer?.includes(id) &&
      suitsWhole(options, id, demand) &&
      fold.provider(id).fits(demand.amounts, window),
  );
  if (preferred !== undefined) return [{ providerId: preferred, amounts: demand.amounts }];
  const rooms = roomsOf(fold, demand, window, candidates);
  return placeWhole(demand, rooms, options) ?? placeSplit(demand, rooms, options, budget);
}

/** What a provider can back of a demand throughout a window. */
export interface ProviderRoom {
  readonly providerId: string;
  readonly room: Readonly<Room>;
  /** How many times the demand fits. */
  readonly times: number;
}

export function roomsOf(
  fold: ZoneView,
  { amounts }: Demand,
  window: TimeWindow,
  candidates: readonly string[],
): ProviderRoom[] {
  const names = Object.keys(amounts);
  return candidates.map((providerId) => {
    const room = fold.provider(providerId).room(names, window);
    return { providerId, room, times: timesItFits(room, amounts) };
  });
}

/** The providers whose traits allow them to back part of a demand, whatever room they have. */
export function candidateProviders(fold: ZoneView, demand: Demand, options: PlacementOptions): string[] {
  const { only } = options;
  const { traits, units } = demand;
  const isForAny = units.length === 0;
  return [...fold.providerIds()].filter(
    (id) =>
      (!only || only.has(id)) &&
      suits(options, id, traits) &&
      (isForAny || units.some((unit) => suits(options, id, unit.traits))),
  );
}

/** True if a provider has the required traits. */
export function suits(
  { providerTraits }: PlacementOptions,
  providerId: string,
  required: WantedTraits | undefined,
): boolean {
  if (!required) return true;
  const traits = providerTraits?.get(providerId);
  return traits !== undefined && hasTraits(traits, required);
}

/** True if a provider has the traits that each unit requires, so that it may back the whole demand. */
export function suitsWhole(options: PlacementOptions, providerId: string, { units }: Demand): boolean {
  return units.every((unit) => suits(options, providerId, unit.traits));
}

/** One provider for the whole demand: the one with the least room left, which preserves large gaps. */
function placeWhole(
  demand: Demand,
  rooms: readonly ProviderRoom[],
  options: PlacementOptions,
): Claim[] | undefined {
  let best: ProviderRoom | undefined;
  for (const one of rooms) {
    const { providerId, times } = one;
    if (times < 1 || !suitsWhole(options, providerId, demand)) continue;
    if (!best || times < best.times) best = one;
  }
  return best && [{ providerId: best.providerId, amounts: demand.amounts }];
}

interface Candidate {
  readonly providerId: string;
  readonly room: Room;
  readonly taken: Room;
}

/**
 * Whole units over several providers. Units of one size fill the providers exactly. If sizes differ, the function tries
 * the roomiest provider first, then the tightest first, each with the largest units first, and at last other divisions.
 */
export function placeSplit(
  demand: Demand,
  rooms: readonly ProviderRoom[],
  options: PlacementOptions,
  budget: SearchBudget,
): Claim[] | undefined {
  if (rooms.length < 2) return undefined;
  const bySize = [...rooms].sort((a, b) => b.times - a.times);
  const dealt = dealInOrder(demand, bySize, options);
  if (dealt || demand.units.length < 2) return dealt && claimsOf(demand, dealt);
  const other =
    dealInOrder(demand, bySize.toReversed(), options) ?? dealByTrying(demand, bySize, options, budget);
  return other && claimsOf(demand, other);
}

function emptyCandidates(rooms: readonly ProviderRoom[]): Candidate[] {
  return rooms.map(({ providerId, room }) => ({ providerId, room: { ...room }, taken: {} }));
}

/** Each group of units goes to the first providers that it fits; undefined if some are left over. */
function dealInOrder(
  demand: Demand,
  rooms: readonly ProviderRoom[],
  options: PlacementOptions,
): Candidate[] | undefined {
  const left = emptyCandidates(rooms);
  for (const unit of demand.units) {
    let missing = unit.count;
    for (const provider of left) {
      if (!suits(options, provider.providerId, unit.traits)) continue;
      const count = Math.min(missing, Math.floor(timesItFits(provider.room, unit.amounts)));
      if (count > 0) take(provider, unit.amounts, count);
      missing -= Math.max(count, 0);
      if (missing === 0) break;
    }
    if (missing > 0) return undefined;
  }
  return left;
}

function dealByTrying(
  { units }: Demand,
  rooms: readonly ProviderRoom[],
  options: PlacementOptions,
  budget: SearchBudget,
): Candidate[] | undefined {
  const suitsUnit = (provider: number, group: number): boolean =>
    suits(options, rooms[provider].providerId, units[group].traits);
  const counts = divideUnits(
    units,
    rooms.map(({ room }) => room),
    suitsUnit,
    budget,
  );
  if (!counts) return undefined;
  const left = emptyCandidates(rooms);
  for (const [provider, candidate] of left.entries()) {
    for (const [group, { amounts }] of units.entries()) {
      const count = counts[provider][group];
      if (count > 0) take(candidate, amounts, count);
    }
  }
  return left;
}

/** The claims of providers that have their units already; undefined if there is no room for the loose amounts. */
function claimsOf({ loose }: Demand, left: readonly Candidate[]): Claim[] | undefined {
  for (const name in loose) {
    let missing = loose[name];
    for (const provider of left) {
      const part = Math.min(missing, Math.max(provider.room[name], 0));
      if (part > 0) take(provider, { [name]: part }, 1);
      missing -= part;
    }
    if (missing > 0) return undefined;
  }
  return left
    .filter(({ taken }) => !isNothing(taken))
    .map(({ providerId, taken }) => ({ providerId, amounts: taken }));
}

function take(provider: Candidate, amounts: ResourceAmounts, count: number): void {
  for (const name in amounts) {
    provider.room[name] -= amounts[name] * count;
    provider.taken[name] = (provider.taken[name] ?? 0) + amounts[name] * count;
  }
}

/** Whether claims have each unit of a demand on one provider, whatever its traits: they may have changed since. */
export function backsWhole(claims: readonly Claim[], demand: Demand): boolean {
  if (claims.length < 2) return true;
  const none = Object.fromEntries(Object.keys(demand.amounts).map((name) => [name, 0]));
  const units = demand.units.map(({ amounts, count }) => ({ amounts, count }));
  const rooms = claims.map(({ providerId, amounts }) => ({
    providerId,
    room: { ...none, ...amounts },
    times: timesItFits(amounts, units.at(0)?.amounts ?? {}),
  }));
  return placeSplit({ ...demand, units }, rooms, {}, new SearchBudget()) !== undefined;
}

/** True when every claim still fits where it is. */
export function claimsFit(fold: ZoneView, claims: readonly Claim[], window: TimeWindow): boolean {
  return claims.every(({ providerId, amounts }) =>
    covers(fold.provider(providerId).room(Object.keys(amounts), window), amounts),
  );
}
