import { covers, minus, sumOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { demandOf, shareOf, type Demand, type Unit } from './demand.js';
import { suits, type PlacementOptions } from './placement.js';
import type { Claim, ReservationRecord } from '../admission/records.js';

/** The members of a reservation that define its demand. */
export type Reserved = Pick<ReservationRecord, 'amounts' | 'containers' | 'traits'>;

/**
 * The demand of a reservation without the parts of its instances. Containers that no instance has drawn are unchanged,
 * each with its traits.
 *
 * @param drawn one claim per instance
 */
export function remainderOf(
  { amounts, containers, traits }: Reserved,
  drawn: readonly Claim[],
  options: PlacementOptions,
): Demand {
  if (drawn.length === 0) return demandOf(amounts, { units: containers, traits });
  const rest = minus(amounts, sumOf(drawn.map((claim) => claim.amounts)));
  const left = undrawn(containers ?? [], drawn, options);
  const units = covers(rest, sumOf(left.map((unit) => unit.amounts))) ? left : evenly(rest, left);
  return demandOf(rest, { units, traits });
}

/**
 * Removes one container per instance: one that may lie on the instance's provider, preferably of its size, else one
 * that it fits into.
 */
function undrawn(containers: readonly Unit[], drawn: readonly Claim[], options: PlacementOptions): Unit[] {
  const left = [...containers];
  for (const { providerId, amounts } of drawn) {
    const misfits = left.map((unit) => {
      return (suits(options, providerId, unit.traits) ? 0 : 3) + misfit(unit.amounts, amounts);
    });
    left.splice(misfits.indexOf(Math.min(...misfits)), 1);
  }
  return left;
}

function misfit(container: ResourceAmounts, instance: ResourceAmounts): number {
  if (!covers(container, instance)) return 2;
  return covers(instance, container) ? 0 : 1;
}

/** An instance larger than its container has drawn on the other containers: they share the rest evenly. */
function evenly(rest: ResourceAmounts, left: readonly Unit[]): Unit[] {
  return left.map(({ traits }, index) => ({ amounts: shareOf(rest, index, left.length), traits }));
}
