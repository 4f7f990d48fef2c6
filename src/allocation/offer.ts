import { DomainError, type Offer } from '../kernel/domain-error.js';
import { classesOf, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, formatInstant, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { AddressRoom } from './address-room.js';
import type { Demand } from './demand.js';
import { nextWindow } from './next-window.js';
import { candidateProviders, timesItFits, type PlacementOptions } from './placement.js';
import type { ZoneView } from './zone-fold.js';

/**
 * The refusal of a demand that does not fit: what is short, and what would fit instead.
 *
 * @param addresses what single addresses there are, where concrete ones have to be assigned
 */
export function refusal(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): DomainError {
  const message = describeShortage(fold, demand, window, options);
  const offer = offerFor(fold, demand, window, options, addresses);
  return new DomainError('conflict', 'capacity-insufficient', message, { offer });
}

/** What would be admitted instead: the most in the window, and the earliest window for the whole. */
export function offerFor(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): Offer {
  return {
    maxCapacity: mostThatFits(fold, demand, window, options, addresses),
    nextWindow: nextWindow(fold, demand, window, options, addresses),
  };
}

/** Names every class that is short, in reporting order; where only the pieces are too small, says so in general. */
function describeShortage(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
): string {
  const { only } = options;
  const whole = only?.size === 1 ? fold.provider([...only][0]) : fold.whole();
  const short = classesOf(demand.amounts).flatMap((name) => {
    const { value, at } = whole.leastAvailable(name, window);
    if (value >= demand.amounts[name]) return [];
    const until = whole.available(name)?.firstAtLeast(value + 1, at) ?? FOREVER;
    return [shortageText(name, demand.amounts[name], value, at, Math.min(until, window.end))];
  });
  return short.join('; ') || 'no resource capacity available during requested start/end time';
}

export function shortageText(
  name: string,
  wanted: number,
  available: number,
  from: Instant,
  to: Instant,
): string {
  const until = to === FOREVER ? 'open end' : formatInstant(to);
  return `requested ${name}=${wanted} exceeds available ${available} between ${formatInstant(from)} and ${until}`;
}

/**
 * The most that fits in the window, in the shape of the demand: the better of what one provider has room for and
 * what whole units over all providers come to. Asked for as it stands, it would be admitted.
 */
export function mostThatFits(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): ResourceAmounts {
  const names = Object.keys(demand.amounts);
  const rooms = candidateProviders(fold, options).map((id) =>
    positive(fold.provider(id).room(names, window)),
  );
  const choices = [...rooms, demand.units.length === 0 ? summed(names, rooms) : unitsThatFit(demand, rooms)];
  const none: ResourceAmounts = Object.fromEntries(names.map((name) => [name, 0]));
  return choices
    .map((choice) => (addresses ? atMostFree(choice, addresses, window) : choice))
    .reduce((best, next) => (isBetter(next, best, demand.amounts) ? next : best), none);
}

/** Enough may be free at every instant and still fewer single addresses throughout. */
function atMostFree(choice: ResourceAmounts, addresses: AddressRoom, window: TimeWindow): ResourceAmounts {
  const count = choice.addresses ?? 0;
  return count > 0 ? { ...choice, addresses: addresses.most(window, count) } : choice;
}

function positive(room: ResourceAmounts): ResourceAmounts {
  return Object.fromEntries(Object.entries(room).map(([name, value]) => [name, Math.max(value, 0)]));
}

function summed(names: readonly string[], rooms: readonly ResourceAmounts[]): ResourceAmounts {
  return Object.fromEntries(names.map((name) => [name, rooms.reduce((sum, room) => sum + room[name], 0)]));
}

/** As many of the demand's largest unit as fit over all providers, with the loose classes beside them. */
function unitsThatFit(demand: Demand, rooms: readonly ResourceAmounts[]): ResourceAmounts {
  const unit = demand.units[0].amounts;
  const wanted = demand.units.reduce((sum, group) => sum + group.count, 0);
  const fitting = rooms.reduce((sum, room) => sum + Math.floor(timesItFits(room, unit)), 0);
  const count = Math.min(wanted, fitting);
  const most: Record<string, number> = {};
  for (const name in demand.amounts) {
    const loose = Math.min(demand.loose[name] ?? 0, summed([name], rooms)[name]);
    most[name] = (unit[name] ?? 0) * count + loose;
  }
  return most;
}

/** Better is what meets more of the demand's scarcest class; on a tie, what is more in all. */
function isBetter(a: ResourceAmounts, b: ResourceAmounts, demand: ResourceAmounts): boolean {
  const difference = timesItFits(a, demand) - timesItFits(b, demand);
  if (difference !== 0) return difference > 0;
  const share = (x: ResourceAmounts): number =>
    Object.keys(demand).reduce((sum, name) => sum + x[name] / demand[name], 0);
  return share(a) > share(b);
}
