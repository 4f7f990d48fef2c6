import { groupedBy } from '../../kernel/grouped.js';
import { isNothing, minus, negated, sumOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { fromNow, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { Draft } from '../admission/draft.js';
import { demandOf } from './demand.js';
import { backsWhole, place, placementOptions } from './placement.js';
import type { Backing } from '../admission/needs.js';
import { DisplacesMore } from '../admission/refusals.js';
import {
  isLive,
  usesCapacity,
  type Claim,
  type HeldReservation,
  type InstanceRecord,
  type ReservationRecord,
} from '../admission/records.js';
import { remainderOf } from './remainder.js';
import { SearchBudget, STEPS_OF_MANY } from './unit-search.js';

/**
 * Capacity that reservations hold. A claim is the part of a reservation that one provider backs. Its instances' share
 * is `allocated`; the unallocated remainder is `reserved`. A reservation in conflict claims only its instances' share,
 * so it holds nothing.
 */

/** Whether amounts may fit from now on until the end of a window. */
export type MayFit = (amounts: ResourceAmounts, window: TimeWindow) => boolean;

/** The amounts each live instance of a reservation draws from its claims. There may be very many, and few borrow. */
export function drawnClaims(held: HeldReservation, now: Instant): Claim[] {
  return held.instances
    .filter((instance) => usesCapacity(instance, now))
    .map(({ providerId, amounts, borrowed }) => ({
      providerId,
      amounts: isNothing(borrowed) ? amounts : minus(amounts, borrowed),
    }));
}

/** The same per provider. */
export function usedClaims(held: HeldReservation, now: Instant): Claim[] {
  return mergeClaims(drawnClaims(held, now), []);
}

/** The unallocated remainder, per provider. */
export function heldClaims(held: HeldReservation, now: Instant): Claim[] {
  const used = new Map(usedClaims(held, now).map((claim) => [claim.providerId, claim.amounts]));
  return held.claims
    .map(({ providerId, amounts }) => ({ providerId, amounts: minus(amounts, used.get(providerId) ?? {}) }))
    .filter(({ amounts }) => !isNothing(amounts));
}

/** The claims for the remainder of a reservation from now on, beside its instances; undefined if it does not fit. */
function placeRemainder(
  draft: Draft,
  held: HeldReservation,
  budget: SearchBudget,
  mayFit: MayFit = () => true,
): Claim[] | undefined {
  const { record } = held;
  const options = placementOptions(record.restrictedTo, draft.providerTraits);
  const demand = remainderOf(record, drawnClaims(held, draft.now), options);
  if (!mayFit(demand.amounts, record.window)) return undefined;
  return place(draft.fold, demand, fromNow(record.window, draft.now), options, budget);
}

export function mergeClaims(a: readonly Claim[], b: readonly Claim[]): Claim[] {
  return [...groupedBy([...a, ...b], ({ providerId }) => providerId)].map(([providerId, claims]) => ({
    providerId,
    amounts: sumOf(claims.map(({ amounts }) => amounts)),
  }));
}

/** Posts entries that reserve some claims from now until the end of the window. */
export function hold(
  draft: Draft,
  reservationId: string,
  claims: readonly Claim[],
  window: TimeWindow,
): void {
  for (const { providerId, amounts } of claims) {
    draft.post({
      providerId,
      moves: 'reserved',
      ownerKind: 'reservation',
      ownerId: reservationId,
      window: fromNow(window, draft.now),
      amounts,
    });
  }
}

/** Posts the counter-entries of `hold`. */
export function release(
  draft: Draft,
  reservationId: string,
  claims: readonly Claim[],
  window: TimeWindow,
): void {
  const negative = claims.map(({ providerId, amounts }) => ({ providerId, amounts: negated(amounts) }));
  hold(draft, reservationId, negative, window);
}

/** Posts an entry that an instance uses amounts of its provider, or by negative ones that it does not any more. */
export function allocate(
  draft: Draft,
  { id, providerId }: Pick<InstanceRecord, 'id' | 'providerId'>,
  amounts: ResourceAmounts,
  window: TimeWindow,
): void {
  draft.post({ providerId, moves: 'allocated', ownerKind: 'instance', ownerId: id, window, amounts });
}

/**
 * Posts an entry without amounts if nothing was posted for a changed reservation since the head was `since`: the append
 * must move the head.
 */
export function noteIfSilent(draft: Draft, since: number, reservationId: string, window: TimeWindow): void {
  if (draft.head > since) return;
  draft.post({ moves: 'reserved', ownerKind: 'reservation', ownerId: reservationId, window, amounts: {} });
}

/**
 * Admits reservations in conflict again, the oldest first, if they fit now.
 *
 * @param budget for all of them together
 * @param mayFit rejects amounts without a search for their place
 */
export function readmitConflicted(
  draft: Draft,
  budget = new SearchBudget(STEPS_OF_MANY),
  isCandidate: (record: ReservationRecord) => boolean = () => true,
  mayFit?: MayFit,
): void {
  const conflicted = draft
    .knownReservations(
      (record) => record.status === 'conflict' && isLive(record, draft.now) && isCandidate(record),
    )
    .sort(oldestFirst);
  for (const held of conflicted) {
    const { record } = held;
    const since = draft.head;
    const placed = placeRemainder(draft, held, budget, mayFit);
    if (!placed) continue;
    backBy(draft, held, placed);
    noteIfSilent(draft, since, record.id, fromNow(record.window, draft.now));
  }
}

/**
 * Handles a forced loss of a provider's capacity: places its reservations anew in their zone, latest created first, or
 * marks them `conflict`, until the provider is no longer overdrawn (semantics §5).
 *
 * @param oldest excludes older ones
 * @returns the reservations changed, as they were before
 */
export function displaceFrom(
  draft: Draft,
  providerId: string,
  window: TimeWindow,
  oldest?: HeldReservation,
): HeldReservation[] {
  const touched: HeldReservation[] = [];
  const budget = new SearchBudget(STEPS_OF_MANY);
  const candidates = draft
    .knownReservations((record) => record.status === 'admitted' && isLive(record, draft.now))
    .filter((held) => !oldest || oldestFirst(oldest, held) <= 0)
    .sort((a, b) => oldestFirst(b, a));
  for (const held of candidates) {
    const claims = heldClaims(held, draft.now);
    const here = claims.find((claim) => claim.providerId === providerId);
    if (!here || !overdrawn(draft, here, held.record.window, window)) continue;
    displace(draft, held, claims, budget);
    touched.push(held);
  }
  return touched;
}

/**
 * The same for an admission that needs the reservations of the provider. Of those that it has read none may be displaced
 * before a later one that it has not.
 *
 * @throws DisplacesMore when the provider is still overdrawn and may have older ones
 */
export function displaceBacked(draft: Draft, backing: Backing, window: TimeWindow): HeldReservation[] {
  const { providerId, most } = backing;
  const cutAt = draft.rows.cutAt.get(backing);
  const oldest = cutAt === undefined ? undefined : draft.storedReservation(cutAt);
  const touched = displaceFrom(draft, providerId, window, oldest);
  if (cutAt !== undefined && draft.fold.provider(providerId).isOverdrawn(window))
    throw new DisplacesMore(most);
  return touched;
}

function displace(draft: Draft, held: HeldReservation, claims: readonly Claim[], budget: SearchBudget): void {
  const { record } = held;
  release(draft, record.id, claims, record.window);
  backBy(draft, held, placeRemainder(draft, held, budget));
}

/** Holds the claims of a reservation that holds none, beside its instances' share; undefined: it is in conflict. */
function backBy(draft: Draft, held: HeldReservation, placed: readonly Claim[] | undefined): void {
  const { record } = held;
  if (placed) hold(draft, record.id, placed, record.window);
  draft.saveReservation({
    ...held,
    record: { ...record, status: placed ? 'admitted' : 'conflict', updatedAt: draft.now },
    claims: mergeClaims(usedClaims(held, draft.now), placed ?? []),
  });
}

/**
 * Places a reservation anew if its last instance has left a unit divided among providers: a forced decrease had moved what the instance
 * did not use of it. If the units fit nowhere as a whole, the claims stay (semantics §6).
 */
export function reunite(draft: Draft, reservationId: string): void {
  const held = draft.reservation(reservationId);
  if (held?.record.status !== 'admitted' || drawnClaims(held, draft.now).length > 0) return;
  const { record, claims } = held;
  if (backsWhole(claims, demandOf(record.amounts, { units: record.containers }))) return;
  const placed = draft.rehearse(() => {
    release(draft, record.id, claims, record.window);
    return placeRemainder(draft, held, new SearchBudget());
  });
  if (!placed) return;
  release(draft, record.id, claims, record.window);
  backBy(draft, held, placed);
}

/** True if a class of this claim is overdrawn at an instant that both windows share. */
function overdrawn(draft: Draft, here: Claim, reservation: TimeWindow, change: TimeWindow): boolean {
  const shared = {
    start: Math.max(reservation.start, change.start, draft.now),
    end: Math.min(reservation.end, change.end),
  };
  if (shared.start >= shared.end) return false;
  const provider = draft.fold.provider(here.providerId);
  return Object.keys(here.amounts).some((name) => provider.leastValue(name, shared) < 0);
}

/** Ids are time-ordered, so they order reservations created in the same second. */
function oldestFirst({ record: a }: HeldReservation, { record: b }: HeldReservation): number {
  if (a.id === b.id) return 0;
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
