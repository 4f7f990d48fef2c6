import {
  isNothing,
  minus,
  only,
  sumOf,
  withoutZeros,
  type ResourceAmounts,
  type ResourceClass,
} from '../kernel/resource-amounts.js';

/** Equal pieces of a demand, none of which may be cut further. */
export interface UnitGroup {
  readonly amounts: ResourceAmounts;
  readonly count: number;
}

/** What a reservation asks for, and how it may be split over providers when none fits the whole. */
export interface Demand {
  readonly amounts: ResourceAmounts;
  /** Each unit stays whole on one provider: one per reserved instance. Largest first. */
  readonly units: readonly UnitGroup[];
  /** What belongs to no unit and may be split per class. */
  readonly loose: ResourceAmounts;
}

/** Classes that no single instance takes with it to its provider, so they may lie anywhere in the zone. */
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
 * The demand of a reservation (semantics §5). Containers are units as they are; otherwise the amounts are divided
 * into `instances` equal units, remainders spread; without instances everything may be split per class.
 */
export function demandOf(requested: ResourceAmounts, containers: readonly ResourceAmounts[] = []): Demand {
  const amounts = withoutZeros(requested);
  if (containers.length > 0) {
    const units = groupEqual(containers);
    return { amounts, units, loose: minus(amounts, sumOf(containers)) };
  }
  const instances = amounts.instances ?? 0;
  if (instances === 0) return { amounts, units: [], loose: amounts };
  const bound = only(amounts, (name) => !LOOSE.has(name));
  return { amounts, units: equalUnits(bound, instances), loose: only(amounts, (name) => LOOSE.has(name)) };
}

/** 7 cores over 3 units are 3, 2 and 2: the first `remainder` units of a class get one more. */
function equalUnits(amounts: ResourceAmounts, count: number): UnitGroup[] {
  const names = Object.keys(amounts);
  const cuts = new Set(names.map((name) => amounts[name] % count).filter((cut) => cut > 0));
  const bounds = [...cuts, count].sort((a, b) => a - b);
  let from = 0;
  return bounds.map((to) => {
    const unit: Record<ResourceClass, number> = {};
    for (const name of names) {
      const share = Math.floor(amounts[name] / count) + (from < amounts[name] % count ? 1 : 0);
      if (share > 0) unit[name] = share;
    }
    const group = { amounts: unit, count: to - from };
    from = to;
    return group;
  });
}

function groupEqual(units: readonly ResourceAmounts[]): UnitGroup[] {
  const groups = new Map<string, { amounts: ResourceAmounts; count: number }>();
  for (const unit of units) {
    const key = JSON.stringify(Object.entries(withoutZeros(unit)).sort(([a], [b]) => (a < b ? -1 : 1)));
    const group = groups.get(key) ?? { amounts: withoutZeros(unit), count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  const size = ({ amounts }: UnitGroup): number =>
    Object.values(amounts).reduce((sum, value) => sum + value, 0);
  return [...groups.values()].filter(({ amounts }) => !isNothing(amounts)).sort((a, b) => size(b) - size(a));
}
