import {
  isNothing,
  minus,
  only,
  sumOf,
  withoutZeros,
  type ResourceAmounts,
  type ResourceClass,
} from '../../kernel/resource-amounts.js';
import type { WantedTraits } from '../../kernel/traits.js';

/** A part of a demand that must lie on one provider, which must have `traits`. */
export interface Unit {
  readonly amounts: ResourceAmounts;
  readonly traits?: WantedTraits;
}

/** Equal units of a demand. */
export interface UnitGroup extends Unit {
  readonly count: number;
}

/** The amounts a reservation needs, and how they may be split over providers if none fits the whole. */
export interface Demand {
  readonly amounts: ResourceAmounts;
  /** One unit per reserved instance or container, the largest first. */
  readonly units: readonly UnitGroup[];
  /** Amounts outside all units, which may be split per class. */
  readonly loose: ResourceAmounts;
  /** Traits that every provider backing part of it must have; units may require more. */
  readonly traits?: WantedTraits;
}

/** The parts of a demand besides its amounts. */
export interface DemandShape {
  /** Containers; if there are none, the amounts are divided by `instances`. */
  readonly units?: readonly Unit[];
  readonly traits?: WantedTraits;
}

/** Classes that don't follow an instance to its provider, so they may lie anywhere in the zone. */
const LOOSE: ReadonlySet<ResourceClass> = new Set([
  'addresses',
  'volumes',
  'snapshots',
  'networks',
  'ports',
  'routers',
  'subnets',
]);

/**
 * The demand of a reservation (semantics §5). Each container is a unit. Without containers, the amounts are divided
 * into `instances` equal units, with remainders spread. Without instances, everything may be split per class.
 */
export function demandOf(requested: ResourceAmounts, { units = [], traits }: DemandShape = {}): Demand {
  const amounts = withoutZeros(requested);
  if (units.length > 0) {
    const loose = minus(amounts, sumOf(units.map((unit) => unit.amounts)));
    return { amounts, units: groupEqual(units), loose, traits };
  }
  const instances = amounts.instances ?? 0;
  if (instances === 0) return { amounts, units: [], loose: amounts, traits };
  const bound = only(amounts, (name) => !LOOSE.has(name));
  const loose = only(amounts, (name) => LOOSE.has(name));
  return { amounts, units: equalUnits(bound, instances), loose, traits };
}

/** Units that require the same traits. */
export interface UnitSet {
  readonly traits?: WantedTraits;
  /** Largest first. */
  readonly groups: readonly UnitGroup[];
}

/** The units of a demand, grouped by required traits; the group with the largest unit comes first. */
export function unitSetsOf({ units }: Demand): UnitSet[] {
  const sets = new Map<string, { traits?: WantedTraits; groups: UnitGroup[] }>();
  for (const group of units) {
    const key = JSON.stringify(group.traits ?? {});
    const set = sets.get(key) ?? { traits: group.traits, groups: [] };
    set.groups.push(group);
    sets.set(key, set);
  }
  return [...sets.values()];
}

/** The part of amounts that the unit at an index gets: 7 over 3 units are 3, 2 and 2. */
export function shareOf(amounts: ResourceAmounts, index: number, count: number): ResourceAmounts {
  const share: Record<ResourceClass, number> = {};
  for (const name in amounts) {
    const part = Math.floor(amounts[name] / count) + (index < amounts[name] % count ? 1 : 0);
    if (part > 0) share[name] = part;
  }
  return share;
}

/** The first `remainder` units of a class get one more, so there are few different sizes. */
function equalUnits(amounts: ResourceAmounts, count: number): UnitGroup[] {
  const cuts = new Set(Object.values(amounts).map((amount) => amount % count));
  const bounds = [...cuts].filter((cut) => cut > 0).sort((a, b) => a - b);
  let from = 0;
  return [...bounds, count].map((to) => {
    const group = { amounts: shareOf(amounts, from, count), count: to - from };
    from = to;
    return group;
  });
}

function groupEqual(units: readonly Unit[]): UnitGroup[] {
  const groups = new Map<string, { amounts: ResourceAmounts; traits?: WantedTraits; count: number }>();
  for (const { amounts, traits } of units) {
    const sorted = Object.entries(withoutZeros(amounts)).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([sorted, traits ?? {}]);
    const group = groups.get(key) ?? { amounts: withoutZeros(amounts), traits, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  const size = ({ amounts }: UnitGroup): number =>
    Object.values(amounts).reduce((sum, value) => sum + value, 0);
  return [...groups.values()].filter(({ amounts }) => !isNothing(amounts)).sort((a, b) => size(b) - size(a));
}
