import { fromNow, overlaps, type TimeWindow } from '../../kernel/time-window.js';
import type { Draft } from '../admission/draft.js';
import type { Claim, HeldReservation, ReservationRecord } from '../admission/records.js';
import { demandOf, type Demand } from './demand.js';
import { hold, noteIfSilent, readmitConflicted } from './holding.js';
import { place, placementOptions } from './placement.js';

/**
 * Admits reservations that hold nothing and fit after what a decision has freed: those in conflict, then waiting ones,
 * each the oldest first (semantics §9). A small one may pass a large one. Every decision that may free capacity calls it.
 */
export function admitUnbacked(draft: Draft): void {
  draft.untraced(() => {
    readmitConflicted(draft);
    const freed = draft.takeFreed();
    // Those in conflict come first, and there are more of them. The periodic run reads all.
    if (freed && draft.rows.areAllInConflict) admitWaiting(draft, freed);
  });
}

/** As `admitUnbacked`, whatever was freed. */
export function admitAllUnbacked(draft: Draft): void {
  draft.untraced(() => {
    readmitConflicted(draft);
    admitWaiting(draft, fromNow({ start: 0, end: Number.POSITIVE_INFINITY }, draft.now));
  });
}

/** Admits waiting reservations whose start has passed: they may fit in what is left of their window. */
export function admitBegun(draft: Draft): void {
  readmitConflicted(draft);
  admitWhere(draft, ({ window }) => window.start <= draft.now);
}

function admitWaiting(draft: Draft, freed: TimeWindow): void {
  admitWhere(draft, ({ window }) => overlaps(window, freed));
}

function admitWhere(draft: Draft, isCandidate: (record: ReservationRecord) => boolean): void {
  for (const held of draft.waiting()) if (isCandidate(held.record)) admitIfItFits(draft, held);
}

/** Admits a waiting reservation from now on, or from its start if that is later. Undefined if it does not fit. */
export function admitIfItFits(draft: Draft, { record }: HeldReservation): HeldReservation | undefined {
  const { now, head } = draft;
  const window = fromNow(record.window, now);
  const demand = demandOf(record.amounts, { units: record.containers, traits: record.traits });
  const claims = claimsFor(draft, record, demand, window);
  if (!claims) return undefined;
  const addresses = addressesFor(draft, record, demand, window);
  if (!addresses) return undefined;
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
  return admitted;
}

function claimsFor(
  draft: Draft,
  record: ReservationRecord,
  demand: Demand,
  window: TimeWindow,
): Claim[] | undefined {
  // Thousands may wait: what exceeds the zone's sum takes no search over its providers.
  if (!draft.fold.whole().fits(demand.amounts, window)) return undefined;
  return place(draft.fold, demand, window, placementOptions(record.restrictedTo, draft.providerTraits));
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
  return typeof assigned === 'string' ? undefined : assigned;
}
