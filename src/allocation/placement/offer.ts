import { DomainError, type CounterOffer } from '../../kernel/domain-error.js';
import { timesItFits, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { TimeWindow } from '../../kernel/time-window.js';
import type { AddressRoom } from '../addresses/address-room.js';
import { unitSetsOf, type Demand } from './demand.js';
import { nextWindow } from './next-window.js';
import { candidateProviders, suits, suitsWhole, type PlacementOptions } from './placement.js';
import { describeShortage } from './shortage.js';
import type { ZoneView } from '../fold/zone-fold.js';

/**
 * The refusal of a demand that does not fit: the classes that are short, and an offer.
 *
 * @param addresses the concrete addresses available, if the demand needs some
 * @param inUse as for `describeShortage`
 */
export function refusal(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
  inUse?: ResourceAmounts,
): DomainError {
  const message = describeShortage(fold, demand, window, options, addresses, inUse);
  const offer = offerFor(fold, demand, window, options, addresses);
  return new DomainError('conflict', 'capacity-insufficient', message, { offer });
}

/** The offer: the most that fits in the window, and the earliest window for the whole demand. */
export function offerFor(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): CounterOffer {
  return {
    maxCapacity: mostThatFits(fold, demand, window, options, addresses),
    nextWindow: nextWindow(fold, demand, window, options, addresses),
  };
}

/**
 * The most that fits in the window, in the shape of the demand: the better of the room of one provider and the whole
 * units that fit over all providers. A request for this amount would be admitted.
 */
export function mostThatFits(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): ResourceAmounts {
  const names = Object.keys(demand.amounts);
  const rooms = candidateProviders(fold, demand, options).map((providerId) => ({
    providerId,
    room: positive(fold.provider(providerId).room(names, window)),
  }));
  const ofOne = rooms.filter(({ providerId }) => suitsWhole(options, providerId, demand));
  const choices = [...ofOne.map(({ room }) => room), mostOfSeveral(demand, rooms, options)];
  const none: ResourceAmounts = Object.fromEntries(names.map((name) => [name, 0]));
  return choices
    .map((choice) => (addresses ? atMostFree(choice, addresses, window) : choice))
    .reduce((best, next) => (isBetter(next, best, demand.amounts) ? next : best), none);
}

/** Addresses may be available at every instant without any single address being free throughout the window. */
function atMostFree(choice: ResourceAmounts, addresses: AddressRoom, window: TimeWindow): ResourceAmounts {
  const count = choice.addresses ?? 0;
  return count > 0 ? { ...choice, addresses: addresses.most(window, count) } : choice;
}

function positive(room: ResourceAmounts): ResourceAmounts {
  const amounts: Record<string, number> = {};
  for (const name in room) amounts[name] = Math.max(room[name], 0);
  return amounts;
}

function summed(names: readonly string[], rooms: readonly ResourceAmounts[]): ResourceAmounts {
  return Object.fromEntries(names.map((name) => [name, rooms.reduce((sum, room) => sum + room[name], 0)]));
}

interface PartialRoom {
  readonly providerId: string;
  readonly room: ResourceAmounts;
}

/** The most that several providers back together. */
function mostOfSeveral(
  demand: Demand,
  rooms: readonly PartialRoom[],
  options: PlacementOptions,
): ResourceAmounts {
  if (demand.units.length > 0) return unitsThatFit(demand, rooms, options);
  return summed(
    Object.keys(demand.amounts),
    rooms.map(({ room }) => room),
  );
}

/**
 * As many units as fit over all providers, each as large as the largest unit with the same required traits, plus the
 * loose classes.
 */
function unitsThatFit(
  demand: Demand,
  rooms: readonly PartialRoom[],
  options: PlacementOptions,
): ResourceAmounts {
  const most: Record<string, number> = Object.fromEntries(
    Object.keys(demand.amounts).map((name) => [name, 0]),
  );
  const left = rooms.map(({ providerId, room }) => ({ providerId, room: { ...room } }));
  for (const { traits, groups } of unitSetsOf(demand)) {
    const unit = groups[0].amounts;
    let missing = groups.reduce((sum, { count }) => sum + count, 0);
    for (const { providerId, room } of left) {
      if (!suits(options, providerId, traits)) continue;
      const count = Math.min(missing, Math.floor(timesItFits(room, unit)));
      missing -= count;
      for (const name in unit) {
        most[name] += unit[name] * count;
        room[name] -= unit[name] * count;
      }
    }
  }
  for (const name in demand.loose) {
    most[name] += Math.min(
      demand.loose[name],
      left.reduce((sum, { room }) => sum + room[name], 0),
    );
  }
  return most;
}

/** The better amounts meet more of the demand's scarcest class; on a tie, more in all. */
export function isBetter(a: ResourceAmounts, b: ResourceAmounts, demand: ResourceAmounts): boolean {
  const difference = timesItFits(a, demand) - timesItFits(b, demand);
  if (difference !== 0) return difference > 0;
  const share = (x: ResourceAmounts): number =>
    Object.keys(demand).reduce((sum, name) => sum + (x[name] ?? 0) / demand[name], 0);
  return share(a) > share(b);
}
