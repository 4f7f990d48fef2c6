import { demandOf, type Demand } from '../allocation/demand.js';
import type { Draft } from '../allocation/draft.js';
import { heldClaims } from '../allocation/holding.js';
import { refusal } from '../allocation/offer.js';
import { claimsFit, place, type PlacementOptions } from '../allocation/placement.js';
import {
  usesCapacity,
  type Claim,
  type HeldReservation,
  type InstanceRecord,
} from '../allocation/records.js';
import { reservationInUse } from '../allocation/refusals.js';
import { remainderOf, type Reserved } from '../allocation/remainder.js';
import { DomainError } from '../kernel/domain-error.js';
import { classWord } from '../kernel/message.js';
import {
  classesOf,
  covers,
  minus,
  negated,
  plus,
  sumOf,
  type ResourceAmounts,
} from '../kernel/resource-amounts.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';
import { addressRoom } from './assign-addresses.js';

/** What backs a reservation after an update: its instances where they are, the rest where it fits. */

/** Instances live until the reservation ends, so their use follows its end. */
export function moveInstances(draft: Draft, held: HeldReservation, end: number): InstanceRecord[] {
  return held.instances.map((instance) => {
    const { window, providerId } = instance;
    if (window.end === end || !usesCapacity(instance, draft.now)) return instance;
    const longer = end > window.end;
    const part = longer ? { start: window.end, end } : { start: end, end: window.end };
    if (longer) requireRoom(draft, providerId, instance.amounts, part);
    draft.post({
      providerId,
      moves: 'allocated',
      ownerKind: 'instance',
      ownerId: instance.id,
      window: part,
      amounts: longer ? instance.amounts : negated(instance.amounts),
    });
    const moved = { ...instance, window: { start: window.start, end }, updatedAt: draft.now };
    draft.saveInstance(moved);
    return moved;
  });
}

function requireRoom(draft: Draft, providerId: string, amounts: ResourceAmounts, window: TimeWindow): void {
  if (draft.fold.provider(providerId).fits(amounts, window)) return;
  throw refusal(draft.fold, demandOf(amounts), window, { only: new Set([providerId]) });
}

/** What is left to hold beside what instances use; a reservation can't shrink below that. */
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
  /** What of it is to be held beside what instances use. */
  readonly rest: Demand;
  readonly window: TimeWindow;
  readonly options: PlacementOptions;
  /** Where it is now says nothing: other traits may be required of its providers. */
  readonly placesAnew: boolean;
}

/** Where it is now, if it still fits there; else on the providers it knows, else wherever it fits. */
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
  throw refusal(draft.fold, rest, part, options, addressRoom(draft, id, rest, addresses));
}

/** Lets a decision speak of the whole reservation: in its offer, what instances use already counts as fitting. */
export function offeringUsed<T>({ demand, rest }: ChangedDemand, decision: () => T): T {
  try {
    return decision();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.offer) throw error;
    const { maxCapacity } = error.offer;
    const most = { ...maxCapacity, ...plus(maxCapacity, minus(demand.amounts, rest.amounts)) };
    throw new DomainError(error.kind, error.code, error.said, {
      offer: { ...error.offer, maxCapacity: most },
    });
  }
}
