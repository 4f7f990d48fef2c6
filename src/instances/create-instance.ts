import type { Admission } from '../allocation/admission/admission.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import { demandOf } from '../allocation/placement/demand.js';
import type { Draft } from '../allocation/admission/draft.js';
import { allocate, heldClaims, release } from '../allocation/placement/holding.js';
import { offerFor } from '../allocation/placement/offer.js';
import type { HeldReservation, InstanceRecord } from '../allocation/admission/records.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { DomainError, type CounterOffer } from '../kernel/domain-error.js';
import {
  classesOf,
  covers,
  minus,
  only,
  timesItFits,
  type ResourceAmounts,
} from '../kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../kernel/time-window.js';
import { requireActive } from './active-reservation.js';
import type { InstanceRequest } from './instance.js';

/** The provider of an instance, and the part of its amounts that is not drawn from its reservation. */
interface Choice {
  readonly providerId: string;
  readonly amounts: ResourceAmounts;
  readonly borrowed: ResourceAmounts;
}

/** Records an instance with its capacity; the platform is called after the commit (semantics §6). */
export function createInstance(id: string, request: InstanceRequest): Admission<InstanceRecord> {
  const { reservationId } = request;
  return {
    needs: { reservations: reservationId === undefined ? [] : [reservationId] },
    decide: (draft) => {
      if (reservationId === undefined) return createFree(draft, id, request);
      return createReserved(draft, id, request, activeReservation(draft, reservationId));
    },
  };
}

function activeReservation(draft: Draft, id: string): HeldReservation {
  const held = draft.reservation(id);
  if (!held) throw changedMeanwhile();
  requireActive(held.record, draft.now);
  return held;
}

/** Draws on the amounts that the reservation still holds, on the first of its providers where they suffice. */
function createReserved(
  draft: Draft,
  id: string,
  request: InstanceRequest,
  held: HeldReservation,
): InstanceRecord {
  const window = { start: draft.now, end: held.record.window.end };
  const remaining = heldClaims(held, draft.now);
  const providers = [...request.demands.keys()].sort(
    (a, b) => claimRank(remaining, a) - claimRank(remaining, b),
  );
  let refused: DomainError | undefined;
  for (const providerId of providers) {
    const choice = choose(draft, request, held, providerId);
    const left = remaining.find((claim) => claim.providerId === providerId)?.amounts ?? {};
    const drawn = minus(choice.amounts, choice.borrowed);
    const room = draft.fold.provider(providerId).room(Object.keys(choice.borrowed), window);
    if (covers(left, drawn) && covers(room, choice.borrowed)) {
      return enter(draft, id, request, choice, window);
    }
    refused ??= exceeds(choice.amounts, { ...left, ...room });
  }
  throw refused ?? exceeds({ instances: 1 }, {});
}

function claimRank(claims: readonly { providerId: string }[], providerId: string): number {
  const index = claims.findIndex((claim) => claim.providerId === providerId);
  return index < 0 ? claims.length : index;
}

/**
 * Disk that is not in the reservation comes from the pool: the contract's four capacity members can't reserve it, and
 * an instance with a disk would otherwise never fit such a reservation.
 */
function choose(draft: Draft, request: InstanceRequest, held: HeldReservation, providerId: string): Choice {
  const amounts = demandIn(draft, request, providerId);
  const reservesDisk = (held.record.amounts.gigabytes ?? 0) > 0;
  const borrowed = reservesDisk ? {} : only(amounts, (name) => name === 'gigabytes');
  return { providerId, amounts, borrowed };
}

/**
 * Without a reservation the instance must fit for all future time, so that it can't take capacity of later
 * reservations.
 */
function createFree(draft: Draft, id: string, request: InstanceRequest): InstanceRecord {
  const window = { start: draft.now, end: FOREVER };
  const choices = [...request.demands.keys()].map((providerId) => {
    const amounts = demandIn(draft, request, providerId);
    const room = draft.fold.provider(providerId).room(Object.keys(amounts), window);
    return { providerId, amounts, borrowed: {}, room, times: timesItFits(room, amounts) };
  });
  const choice = choices.find(({ times }) => times >= 1);
  if (choice) return enter(draft, id, request, choice, window);
  // No provider has room: the refusal describes the one with the most.
  const [best] = choices.sort((a, b) => b.times - a.times);
  throw exceeds(best.amounts, best.room, freeOffer(draft, best.amounts, best.providerId, window));
}

function freeOffer(
  draft: Draft,
  amounts: ResourceAmounts,
  providerId: string,
  window: TimeWindow,
): CounterOffer {
  const options = { only: new Set([providerId]) };
  return offerFor(draft.fold, demandOf(amounts), window, options);
}

function demandIn(draft: Draft, request: InstanceRequest, providerId: string): ResourceAmounts {
  return countedOn(draft.fold, providerId, request.demands.get(providerId) ?? {});
}

/**
 * The amounts that count on a provider. A disk needs gigabytes only if a pool entry of this provider has carried that
 * class; pool entries of other providers don't matter.
 */
export function countedOn(fold: ZoneView, providerId: string, amounts: ResourceAmounts): ResourceAmounts {
  return only(amounts, (name) => name !== 'gigabytes' || fold.tracks(name, providerId));
}

function enter(
  draft: Draft,
  id: string,
  { demands: _, ...wanted }: InstanceRequest,
  { providerId, amounts, borrowed }: Choice,
  window: TimeWindow,
): InstanceRecord {
  const instance: InstanceRecord = {
    ...wanted,
    zoneId: draft.zoneId,
    id,
    providerId,
    amounts,
    borrowed,
    state: 'pending',
    window,
    dueAt: draft.now,
    attempts: 0,
    createdAt: draft.now,
    updatedAt: draft.now,
  };
  if (wanted.reservationId !== undefined) {
    release(draft, wanted.reservationId, [{ providerId, amounts: minus(amounts, borrowed) }], window);
  }
  allocate(draft, instance, amounts, window);
  draft.saveInstance(instance);
  return instance;
}

/** The refusal of an instance: every class with too little capacity, in reporting order. */
function exceeds(required: ResourceAmounts, available: ResourceAmounts, offer?: CounterOffer): DomainError {
  const short = classesOf(required).filter((name) => (available[name] ?? 0) < required[name]);
  const message = short
    .map((name) => `required ${name}=${required[name]} exceeds available ${available[name] ?? 0}`)
    .join('; ');
  const fitting = Object.fromEntries(
    classesOf(required).map((name) => [name, Math.max(available[name] ?? 0, 0)]),
  );
  return new DomainError('conflict', 'capacity-insufficient', message, {
    offer: offer ?? { maxCapacity: fitting },
  });
}
