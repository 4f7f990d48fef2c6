import { dropReservationRows, moveUnnotifiedChanges } from '../ledger/moved-reservation.js';
import type { Departure } from '../admission/admission.js';
import type { Draft } from '../admission/draft.js';
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
  const needs = {
    reservations: [departure.id],
    protectorsOf: [`ResourceReservation:${departure.id}`],
    overdueHolds: true,
  };
  const draft = await draftOf({ ...from, zoneId: departure.from }, needs, ({ id }) => id !== departure.id);
  // What the clock has brought comes first, as in any batch.
  catchUpWithClock(draft, { areHoldsOver: true, isWake: true });
  departure.decide(draft);
  return draft;
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
