import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Admission } from '../allocation/admission.js';
import { changedMeanwhile } from '../allocation/changed-meanwhile.js';
import { Draft } from '../allocation/draft.js';
import { heldClaims, noteIfSilent, release } from '../allocation/holding.js';
import { readSnapshot } from '../allocation/ledger-reader.js';
import { appendDraft, lockZone } from '../allocation/ledger.js';
import { dropReservationRows, takeUntoldAlong } from '../allocation/moved-reservation.js';
import { combineNeeds } from '../allocation/needs.js';
import { isLive, usesCapacity, type ContainerRecord, type ReservationRecord } from '../allocation/records.js';
import { protectedElement, reservationInUse, unknownReservation } from '../allocation/refusals.js';
import { ZoneFold } from '../allocation/zone-fold.js';
import { newId } from '../kernel/identifiers.js';
import { changedMarks } from '../kernel/marks.js';
import { only, withoutZeros } from '../kernel/resource-amounts.js';
import { fromNow, type Instant } from '../kernel/time-window.js';
import { checkForm } from './changed-terms.js';
import { createReservationHere } from './create-reservation.js';
import { changedTraits, expiryOf, type ContainerRequest } from './reservation.js';
import type { ResolvedChange } from './update-reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';

/** A reservation as it was read, and the zone it is to move to. */
interface Move {
  readonly record: ReservationRecord;
  readonly to: string;
}

/**
 * Moves a reservation to another zone: it is admitted there and given up here in one transaction. It keeps its id; its
 * history stays in the ledger of each zone. Its addresses are the zone's own, so it gets new ones.
 */
export function moveReservation(
  { record, to }: Move,
  change: ResolvedChange,
  policy: ReservationPolicy,
  now: () => Instant,
): Admission<ReservationRecord> {
  checkForm(record, change);
  const containers = change.containers ?? record.containers?.map(asRequested);
  const request = {
    tenant: record.tenant,
    ...changedMarks(change, record),
    start: change.start ?? record.window.start,
    end: change.end ?? record.window.end,
    amounts: containers ? {} : withoutZeros({ ...record.amounts, ...change.amounts }),
    containers,
    traits: changedTraits(record.traits, change.traits),
    elements: change.elements,
    restrictedTo: change.restrictedTo,
    expiry: change.expiry === undefined ? (expiryOf(record) ?? null) : change.expiry,
    createdAt: record.createdAt,
    spelling: change.spelling,
  };
  const admission = createReservationHere({ id: record.id, request }, policy);
  const store = (tx: EntityManager): Promise<void> => giveUp(tx, { record, to }, change.spelling.id, now());
  return {
    ...admission,
    needs: { ...admission.needs, reservations: [record.id] },
    decide: (draft) => {
      // Somebody else has moved it here, and it would be refused for what it holds itself.
      if (draft.reservation(record.id)) throw changedMeanwhile();
      const after = admission.decide(draft);
      draft.noteChange({ before: record, after });
      return after;
    },
    together: { zoneId: record.zoneId, store },
  };
}

/** A container as it was asked for: which of its storage counts is for the new zone to say. */
function asRequested({ amounts, storage = {}, ...rest }: ContainerRecord): ContainerRequest {
  return { ...rest, amounts: only(amounts, (name) => !(name in storage)), storage };
}

/** Releases the reservation in the zone it leaves, unless something has happened to it since it was read. */
async function giveUp(tx: EntityManager, { record, to }: Move, field: string, clock: Instant): Promise<void> {
  const head = (await lockZone(tx, record.zoneId)) ?? 0;
  // The entries to enter only give back, so they need no look at what else the zone holds.
  const fold = new ZoneFold(record.zoneId, head, clock, clock, new Map(), []);
  const snapshot = await readSnapshot(
    tx,
    fold,
    combineNeeds([{ reservations: [record.id], protectorsOf: [`ResourceReservation:${record.id}`] }]),
    clock,
  );
  const now = Math.max(clock, snapshot.changedAt);
  const held = snapshot.rows.reservations.get(record.id);
  // It has moved on already.
  if (!held) throw changedMeanwhile();
  if (!isLive(held.record, now)) throw unknownReservation(field);
  if (!isDeepStrictEqual(held.record, record)) throw changedMeanwhile();
  if (held.instances.some((instance) => usesCapacity(instance, now))) {
    throw reservationInUse('a reservation that instances use cannot move to another zone');
  }
  const draft = new Draft(fold, now, snapshot.rows);
  const [protector] = draft.protectorsOf(record.id);
  if (protector) throw protectedElement(field, record.id, protector.id);
  release(draft, record.id, heldClaims(held, now), held.record.window);
  noteIfSilent(draft, head, record.id, fromNow(held.record.window, now));
  await appendDraft(tx, { draft, batchId: newId() });
  const move = { id: record.id, from: record.zoneId, to };
  await takeUntoldAlong(tx, move);
  await dropReservationRows(tx, move);
}
