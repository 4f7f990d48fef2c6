import { dropReservationRows, moveUnnotifiedChanges } from '../ledger/moved-reservation.js';
import type { EntityManager } from 'typeorm';
import { isDrawnIn } from '../ledger/drawn.js';
import type { Departure } from '../admission/admission.js';
import { changedMeanwhile } from '../admission/changed-meanwhile.js';
import type { Draft } from '../admission/draft.js';
import type { Needs } from '../admission/needs.js';
import { catchUpWithClock } from '../placement/ending.js';
import { draftOf, store, type LockedZone } from './locked-zone.js';

/**
 * Decides a departure on the old zone, which the caller has locked.
 *
 * @throws DomainError when the reservation can't leave
 */
export async function decideDeparture(
  departure: Departure,
  from: Omit<LockedZone, 'zoneId'>,
): Promise<Draft> {
  await requireAsDrawn(departure, from.tx);
  const needs = { ...needsOf(departure), overdueHolds: true };
  const draft = await draftOf({ ...from, zoneId: departure.from }, needs, ({ id }) => id !== departure.id);
  // What the clock has brought comes first, as in any batch.
  catchUpWithClock(draft, { areHoldsOver: true, isWake: true });
  departure.decide(draft);
  return draft;
}

/**
 * Checks a departure whose admission is refused. It needs no capacity, so it builds no fold while the zones are locked.
 *
 * @throws DomainError when the reservation can't leave
 */
export async function checkDeparture(departure: Departure, from: Omit<LockedZone, 'zoneId'>): Promise<void> {
  departure.check(await draftOf({ ...from, zoneId: departure.from }, needsOf(departure), () => false));
}

/** An instance may have been created and destroyed while the move waited for its locks. */
async function requireAsDrawn({ id, from, drawnThere }: Departure, tx: EntityManager): Promise<void> {
  if (drawnThere === undefined) return;
  if ((await isDrawnIn(tx, from, id)) !== drawnThere) throw changedMeanwhile();
}

function needsOf({ id }: Departure): Needs {
  return { reservations: [id], protectorsOf: [`ResourceReservation:${id}`] };
}

/** Decides and stores a departure. The caller has locked the old zone and its watermark. */
export async function storeDeparture(departure: Departure, from: Omit<LockedZone, 'zoneId'>): Promise<Draft> {
  const draft = await decideDeparture(departure, from);
  // First its rows: others may get its addresses.
  await dropReservationRows(from.tx, departure);
  await store(from.tx, draft);
  await moveUnnotifiedChanges(from.tx, departure);
  return draft;
}
