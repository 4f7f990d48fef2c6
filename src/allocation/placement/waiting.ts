import { isDeepStrictEqual } from 'node:util';
import { withoutZeros } from '../../kernel/resource-amounts.js';
import { FOREVER, fromNow, overlaps, type TimeWindow } from '../../kernel/time-window.js';
import type { Draft } from '../admission/draft.js';
import type { Backing } from '../admission/needs.js';
import type { Claim, HeldReservation, ReservationRecord } from '../admission/records.js';
import { demandOf, type Demand } from './demand.js';
import { displaceBacked, hold, noteIfSilent, readmitConflicted, type MayFit } from './holding.js';
import { place, placementOptions } from './placement.js';
import { SearchBudget, STEPS_OF_MANY } from './unit-search.js';

/**
 * Admits reservations that hold nothing and fit after what a decision has freed: those in conflict, then waiting ones,
 * each the oldest first (semantics §9). A small one may pass a large one. Every decision that may free capacity calls it.
 */
export function admitUnbacked(draft: Draft): void {
  const freed = draft.freed.take();
  if (freed) draft.untraced(() => admitWhere(draft, ({ window }) => overlaps(window, freed)));
}

/** As `admitUnbacked`, whatever was freed. */
export function admitAllUnbacked(draft: Draft): void {
  draft.untraced(() => admitWhere(draft, () => true));
}

/** Tries them once, for all that several changes of one decision free. */
export function admitUnbackedAfter<T>(draft: Draft, changes: () => T): T {
  const result = draft.freed.together(changes);
  admitUnbacked(draft);
  return result;
}

/** Admits those whose start has passed, which may fit in what is left of their window, and those for whom something is freed. */
export function admitBegun(draft: Draft): void {
  const freed = draft.freed.take();
  admitWhere(
    draft,
    ({ window }) => window.start <= draft.now || (freed !== undefined && overlaps(window, freed)),
  );
}

function admitWhere(draft: Draft, isCandidate: (record: ReservationRecord) => boolean): void {
  const mayFit = sumLimit(draft);
  // Shared: thousands may hold nothing, and each could take all steps of a search in vain.
  const budget = new SearchBudget(STEPS_OF_MANY);
  readmitConflicted(draft, budget, isCandidate, mayFit);
  // Those in conflict come first, and there are more of them.
  if (!draft.rows.areAllInConflict) return;
  for (const { record } of draft.waiting()) {
    if (!isCandidate(record) || !mayFit(record.amounts, record.window)) continue;
    const { containers: units, traits } = record;
    admitIfItFits(draft, record, demandOf(withoutZeros(record.amounts), { units, traits }), budget);
  }
}

/** Thousands may hold nothing: what exceeds the zone's sum takes no search over its providers. */
function sumLimit(draft: Draft): MayFit {
  let isBoundBySum: boolean | undefined;
  return (amounts, window) => {
    const isWithinSum = draft.fold.whole().fits(withoutZeros(amounts), fromNow(window, draft.now));
    return isWithinSum || !(isBoundBySum ??= !isOverdrawn(draft));
  };
}

/** While a provider is overdrawn, more may fit on the others than the zone's sum says. */
function isOverdrawn({ fold, now }: Draft): boolean {
  const ahead = { start: now, end: FOREVER };
  return [...fold.providerIds()].some((id) => fold.provider(id).isOverdrawn(ahead));
}

/** Admits a waiting reservation from now on, or from its start if that is later, if it fits. */
function admitIfItFits(draft: Draft, record: ReservationRecord, demand: Demand, budget: SearchBudget): void {
  const { now, head } = draft;
  const window = fromNow(record.window, now);
  const options = placementOptions(record.restrictedTo, draft.providerTraits);
  const claims = place(draft.fold, demand, window, options, budget);
  if (!claims) return;
  const addresses = addressesFor(draft, record, demand, window);
  if (!addresses) return;
  const { expiresAfter, expiresAt } = record;
  const admitted: HeldReservation = {
    record: {
      ...record,
      status: 'admitted',
      window,
      // Seconds after the start follow the start, and end with the window.
      expiresAt: expiresAfter === undefined ? expiresAt : Math.min(window.start + expiresAfter, window.end),
      waitUntil: undefined,
      addresses,
      updatedAt: now,
    },
    claims,
    instances: [],
  };
  hold(draft, record.id, claims, window);
  draft.saveReservation(admitted);
  noteIfSilent(draft, head, record.id, window);
}

function addressesFor(
  draft: Draft,
  { id }: ReservationRecord,
  demand: Demand,
  window: TimeWindow,
): readonly string[] | undefined {
  const count = demand.amounts.addresses ?? 0;
  if (count === 0) return [];
  const assigned = draft.assignAddresses(id, count, window);
  if (typeof assigned !== 'string') return assigned;
  if (draft.addressRoom(id).most(window, count) >= count) draft.wantAddresses(count);
  return undefined;
}

/**
 * Displaces reservations that a provider can't back any more, and admits those that fit then. One that gets its place back is not
 * displaced: it stays as it was.
 *
 * @param backing absent: none may be displaced
 * @returns the ids of those displaced, in conflict or backed otherwise than before
 * @throws DisplacesMore like `displaceBacked`
 */
export function displaceAndAdmit(draft: Draft, backing: Backing | undefined, window: TimeWindow): string[] {
  const displaced = backing ? displaceBacked(draft, backing, window) : [];
  admitUnbacked(draft);
  return displaced.filter((held) => !restored(draft, held)).map(({ record }) => record.id);
}

function restored(draft: Draft, before: HeldReservation): boolean {
  const after = draft.reservation(before.record.id);
  const isBack = after?.record.status === 'admitted' && isSameBacking(before.claims, after.claims);
  if (isBack) draft.saveReservation(before);
  return isBack;
}

function isSameBacking(one: readonly Claim[], other: readonly Claim[]): boolean {
  const byProvider = (claims: readonly Claim[]) =>
    Object.fromEntries(claims.map(({ providerId, amounts }) => [providerId, amounts]));
  return isDeepStrictEqual(byProvider(one), byProvider(other));
}
