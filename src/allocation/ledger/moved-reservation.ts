import type { EntityManager } from 'typeorm';
import { columnsOf, type EntityColumn, type JsonRow } from '../../database/entity-columns.js';
import { AddressAssignmentEntity } from '../addresses/address-assignment.entity.js';
import { ClaimEntity } from './claim.entity.js';
import { ReservationChangeEntity } from './reservation-change.entity.js';
import { ReservationEntity } from './reservation.entity.js';

/** A reservation that leaves a zone for another zone, which has admitted it in the same transaction. */
export interface MovedReservation {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Inserts a zone's watermark, at the zone's beginning, so that a move and the first evaluation lock the same row. $1
 * zone
 */
export const OPEN_WATERMARK = `
insert into reservation_watermarks (zone_id, sequence, reached, subscribers)
select zone_id, 0, created_at, 0 from zones where zone_id = $1
on conflict do nothing`;

const LOCK_WATERMARK = `select from reservation_watermarks where zone_id = $1 for update`;

/** $1 id, $2 zone */
const UNNOTIFIED = `
select to_jsonb(c) as change
  from reservation_changes c
 where c.zone_id = $2 and c.reservation_id = $1
 order by c.sequence, c.ordinal`;

/** Columns of a change that stay as they are in another zone. */
const KEPT: readonly EntityColumn[] = columnsOf(ReservationChangeEntity).filter(
  ({ name }) => !['zone_id', 'sequence', 'ordinal'].includes(name),
);

/** Inserts changes before the change that the admission has stored in the new zone. $1 zone, $2 changes, in order */
const INSERT_BEFORE = `
insert into reservation_changes (zone_id, sequence, ordinal, ${KEPT.map(({ name }) => name).join(', ')})
select z.zone_id, z.head, n.position, ${KEPT.map(({ name }) => `n.${name}`).join(', ')}
  from zones z, jsonb_to_recordset($2::jsonb) as n(position integer, ${KEPT.map(({ name, type }) => `${name} ${type}`).join(', ')})
 where z.zone_id = $1`;

/**
 * Until when changes by time have been notified: `-infinity` if the reservation was created after the watermark. $1 id,
 * $2 zone
 */
const TOLD_UNTIL = `
select coalesce((select w.reached from reservation_watermarks w
                  where w.zone_id = $2
                    and exists (select from ledger_entries e
                                 where e.zone_id = $2 and e.owner_id = $1 and e.sequence <= w.sequence)),
                '-infinity')::text as until`;

/** $1 id, $2 zone, $3 until when */
const SET_TOLD_UNTIL = `
update reservation_changes c
   set told_until = $3::timestamptz
 where c.zone_id = $2 and c.told_until is null
   and (c.sequence, c.ordinal) in (select sequence, ordinal from reservation_changes
                                    where zone_id = $2 and reservation_id = $1
                                    order by sequence, ordinal limit 1)`;

/**
 * Blocks the evaluation of a zone's changes until the move out of it is committed, and the reverse. An evaluation with many
 * notifications takes seconds, so a move waits for it before it locks the zones.
 */
export async function lockWatermark(tx: EntityManager, zoneId: string): Promise<void> {
  await tx.query(OPEN_WATERMARK, [zoneId]);
  await tx.query(LOCK_WATERMARK, [zoneId]);
}

/**
 * Moves the reservation's changes that have not been notified yet to its new zone, and records how far the old zone has
 * notified. The new zone then notifies of them, in order. Each statement is about one zone, which may lie on another
 * node than the other. The caller has locked the old zone's watermark.
 */
export async function moveUnnotifiedChanges(
  tx: EntityManager,
  { id, from, to }: MovedReservation,
): Promise<void> {
  const rows = await tx.query<{ change: JsonRow }[]>(UNNOTIFIED, [id, from]);
  if (rows.length > 0) {
    await tx.delete(ReservationChangeEntity, { zoneId: from, reservationId: id });
    const changes = rows.map(({ change }, index) => ({ ...change, position: index - rows.length }));
    await tx.query(INSERT_BEFORE, [to, JSON.stringify(changes)]);
  }
  const [{ until }] = await tx.query<{ until: string }[]>(TOLD_UNTIL, [id, from]);
  await tx.query(SET_TOLD_UNTIL, [id, to, until]);
}

/** Deletes the reservation's rows in the old zone. Its ledger entries stay. */
export async function dropReservationRows(tx: EntityManager, { id, from }: MovedReservation): Promise<void> {
  const ofReservation = { zoneId: from, reservationId: id };
  await tx.delete(AddressAssignmentEntity, ofReservation);
  await tx.delete(ClaimEntity, ofReservation);
  await tx.delete(ReservationEntity, { zoneId: from, id });
}
