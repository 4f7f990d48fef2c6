import type { EntityManager } from 'typeorm';
import { newId } from '../../kernel/identifiers.js';
import type { Instant } from '../../kernel/time-window.js';
import { ZoneFold } from '../fold/zone-fold.js';
import { appendDraft, readHead } from '../ledger/ledger.js';
import { dropReservationRows, moveUnnotifiedChanges } from '../ledger/moved-reservation.js';
import { readSnapshot } from '../ledger/reader.js';
import type { Departure } from '../admission/admission.js';
import { Draft } from '../admission/draft.js';
import { combineNeeds } from '../admission/needs.js';

/**
 * Decides a departure. The caller has locked the old zone.
 *
 * @throws DomainError when the reservation can't leave
 */
export async function decideDeparture(
  tx: EntityManager,
  departure: Departure,
  clock: Instant,
): Promise<Draft> {
  const { id, from } = departure;
  const head = (await readHead(tx, from)) ?? 0;
  const fold = new ZoneFold(from, head, clock, clock, new Map(), []);
  const needs = { reservations: [id], protectorsOf: [`ResourceReservation:${id}`] };
  const snapshot = await readSnapshot(tx, fold, combineNeeds([needs]), clock);
  const draft = new Draft(fold, Math.max(clock, snapshot.changedAt), snapshot.rows);
  departure.decide(draft);
  return draft;
}

/** Decides and stores a departure. The caller has locked the old zone. */
export async function storeDeparture(tx: EntityManager, departure: Departure, clock: Instant): Promise<void> {
  const draft = await decideDeparture(tx, departure, clock);
  await appendDraft(tx, { draft, batchId: newId() });
  await moveUnnotifiedChanges(tx, departure);
  await dropReservationRows(tx, departure);
}
