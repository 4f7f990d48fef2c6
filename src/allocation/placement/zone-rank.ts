import type { TimeWindow } from '../../kernel/time-window.js';
import type { AddressView } from '../addresses/address-book.js';
import type { ZoneView } from '../fold/zone-fold.js';
import type { Demand } from './demand.js';
import { candidateProviders, type PlacementOptions } from './placement.js';
import { isWithoutCapacity } from './shortage.js';
import { timesItFits } from '../../kernel/resource-amounts.js';

/** Ranks below a zone without room. Such a zone has less to say in a refusal: nothing has the traits, or nothing is there. */
const WITHOUT_CANDIDATES = -1;
const WITHOUT_CAPACITY = -2;

/** How many times a demand fits into the roomiest provider of a zone, and into its free addresses. Zones are ranked by it. */
export function zoneRank(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
  addresses: AddressView | undefined,
): number {
  const candidates = candidateProviders(fold, demand, options);
  const names = Object.keys(demand.amounts);
  const fits = candidates.map((id) => timesItFits(fold.provider(id).room(names, window), demand.amounts));
  const wanted = demand.amounts.addresses ?? 0;
  const single = addresses && wanted > 0 ? freeAddresses(addresses, window, wanted) / wanted : Infinity;
  const rank = Math.min(Math.max(0, ...fits), Math.max(0, single));
  if (rank > 0) return rank;
  // Last, because it reads the sum of the zone's providers.
  if (isWithoutCapacity(fold, window)) return WITHOUT_CAPACITY;
  return candidates.length === 0 ? WITHOUT_CANDIDATES : 0;
}

/** Whether the providers that are allowed declare as much as the demand throughout the window, taken or not. */
export function declaresEnough(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
): boolean {
  const candidates = candidateProviders(fold, demand, options).map((id) => fold.provider(id));
  return Object.entries(demand.amounts).every(([name, amount]) => {
    const declared = candidates.map((provider) => provider.total(name)?.leastValue(window) ?? 0);
    return declared.reduce((sum, value) => sum + value, 0) >= amount;
  });
}

/** A lower bound while it suffices: the exact number may take a scan of the held addresses. */
function freeAddresses(addresses: AddressView, window: TimeWindow, wanted: number): number {
  const neverHeld = addresses.size - addresses.held;
  return neverHeld >= wanted ? neverHeld : addresses.size - addresses.heldIn(window);
}
