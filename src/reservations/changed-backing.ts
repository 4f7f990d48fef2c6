import type { Demand } from '../allocation/placement/demand.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import type { Draft } from '../allocation/admission/draft.js';
import { allocate, heldClaims } from '../allocation/placement/holding.js';
import { refusal } from '../allocation/placement/offer.js';
import { claimsFit, place, type PlacementOptions } from '../allocation/placement/placement.js';
import {
  usesCapacity,
  type Claim,
  type DrawingInstance,
  type HeldReservation,
} from '../allocation/admission/records.js';
import { reservationInUse } from '../allocation/admission/refusals.js';
import { remainderOf, type Reserved } from '../allocation/placement/remainder.js';
import { describeShortage } from '../allocation/placement/shortage.js';
import { changingOffer, DomainError } from '../kernel/domain-error.js';
import { classWord, type Message } from '../kernel/message.js';
import {
  classesOf,
  covers,
  isNothing,
  minus,
  negated,
  only,
  plus,
  sumOf,
  type ResourceAmounts,
} from '../kernel/resource-amounts.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';
import { addressRoom } from './assign-addresses.js';
import type { AskedChange } from './reservation.js';

/** The providers of a reservation after an update: its instances stay, the rest is placed where it fits. */

/**
 * Instances live until the reservation ends, so their use follows its end.
 *
 * Needs `Needs.instancesOf`.
 *
 * @throws DomainError `capacity-insufficient` if an instance does not fit until a later end
 */
export function moveInstances(
  draft: Draft,
  held: HeldReservation,
  end: number,
  demand: Demand,
  options: PlacementOptions,
): DrawingInstance[] {
  return held.instances.map((instance) => {
    const { id, window, providerId } = instance;
    if (window.end === end || !usesCapacity(instance, draft.now)) return instance;
    const longer = end > window.end;
    const part = longer ? { start: window.end, end } : { start: end, end: window.end };
    if (longer && !draft.fold.provider(providerId).fits(instance.amounts, part)) {
      const where = { ...options, only: new Set([providerId]) };
      throw cannotStay(demand, describeShortage(draft.fold, demand, part, where));
    }
    const stored = draft.instance(id);
    if (!stored) throw changedMeanwhile();
    allocate(draft, instance, longer ? instance.amounts : negated(instance.amounts), part);
    const moved = { ...stored, window: { ...stored.window, end }, updatedAt: draft.now };
    draft.saveInstance(moved);
    return moved;
  });
}

/** An instance keeps its size, its provider and its start, so neither smaller amounts nor another window would help. */
function cannotStay({ amounts }: Demand, message: Message): DomainError {
  const none = Object.fromEntries(Object.keys(amounts).map((name) => [name, 0]));
  return new DomainError('conflict', 'capacity-insufficient', message, { offer: { maxCapacity: none } });
}

/** The demand beyond the usage of its instances; a reservation can't shrink below that usage. */
export function restOf(
  reserved: Reserved,
  drawn: readonly Claim[],
  options: PlacementOptions,
  field: string,
): Demand {
  const inUseNow = sumOf(drawn.map(({ amounts }) => amounts));
  const short = classesOf(inUseNow).find((name) => (reserved.amounts[name] ?? 0) < inUseNow[name]);
  if (short !== undefined) {
    const rule = ` must not be less than the ${inUseNow[short]} its instances use`;
    throw reservationInUse([`${field}.`, classWord(short), rule], [field, short]);
  }
  return remainderOf(reserved, drawn, options);
}

export interface ChangedDemand {
  readonly demand: Demand;
  /** The part to hold beyond the usage of instances. */
  readonly rest: Demand;
  readonly window: TimeWindow;
  readonly options: PlacementOptions;
  /** Ignores the present claims, because the required traits may have changed, or the sizes of containers. */
  readonly placesAnew: boolean;
}

/** Places the rest on the present providers if it fits, else on known ones, else anywhere. */
export function placeRest(draft: Draft, held: HeldReservation, changed: ChangedDemand): readonly Claim[] {
  const { rest, options } = changed;
  const part = fromNow(changed.window, draft.now);
  const before = heldClaims(held, draft.now);
  const total = sumOf(before.map(({ amounts }) => amounts));
  const isUnchanged = covers(total, rest.amounts) && covers(rest.amounts, total) && !changed.placesAnew;
  const isAllowed = before.every(({ providerId }) => options.only?.has(providerId) ?? true);
  if (isUnchanged && isAllowed && claimsFit(draft.fold, before, part)) return before;
  const prefer = held.claims.map(({ providerId }) => providerId);
  const placed = place(draft.fold, rest, part, { ...options, prefer });
  if (placed) return placed;
  const { id, addresses } = held.record;
  const room = addressRoom(draft, id, rest, addresses);
  throw refusal(draft.fold, rest, part, options, room, usedOf(changed));
}

/**
 * Makes an offer cover the whole reservation: the usage of instances counts as fitting. While they use it, its start must
 * not lie after now, so there is no later window.
 */
export function offeringUsed<T>(changed: ChangedDemand, decision: () => T): T {
  const used = usedOf(changed);
  return changingOffer(decision, ({ maxCapacity, nextWindow, ...offer }) => ({
    ...offer,
    maxCapacity: { ...maxCapacity, ...plus(maxCapacity, used) },
    nextWindow: isNothing(used) ? nextWindow : undefined,
  }));
}

/**
 * Makes an offer list the classes that the change sets to zero. Sent as the amounts of an update, an offer without them
 * would leave the reservation its present amounts.
 */
export function offeringZeros<T>({ amounts = {} }: AskedChange, decision: () => T): T {
  const zeros = only(amounts, (name) => amounts[name] === 0);
  return changingOffer(decision, ({ maxCapacity, ...offer }) => ({
    ...offer,
    maxCapacity: { ...zeros, ...maxCapacity },
  }));
}

function usedOf({ demand, rest }: ChangedDemand): ResourceAmounts {
  return minus(demand.amounts, rest.amounts);
}
