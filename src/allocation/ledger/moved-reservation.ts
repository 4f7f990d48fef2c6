import type { EntityManager } from 'typeorm';
import { AddressAssignmentEntity } from '../addresses/address-assignment.entity.js';
import { ClaimEntity } from './claim.entity.js';
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

/** Blocks the evaluation of the zone's changes until the move is committed, and the reverse. */
const LOCK_WATERMARK = `select from reservation_watermarks where zone_id = $1 for update`;

/** Moves the changes before the change that the admission has stored in the new zone. $1 id, $2 from, $3 to */
const MOVE_CHANGES = `
update reservation_changes c
   set zone_id = $3, sequence = z.head, ordinal = n.number - n.many - 1
  from zones z,
       (select sequence, ordinal, row_number() over (order by sequence, ordinal) as number, count(*) over () as many
          from reservation_changes where zone_id = $2 and reservation_id = $1) n
 where z.zone_id = $3 and c.zone_id = $2 and c.sequence = n.sequence and c.ordinal = n.ordinal`;

/**
 * Until when changes by time have been notified: `-infinity` if the reservation was created after the watermark. $1 id,
 * $2 from, $3 to
 */
const SET_TOLD_UNTIL = `
update reservation_changes c
   set told_until = coalesce(told.until, '-infinity')
  from (select (select w.reached from reservation_watermarks w
                 where w.zone_id = $2
                   and exists (select from ledger_entries e
                                where e.zone_id = $2 and e.owner_id = $1 and e.sequence <= w.sequence)) as until) told
 where c.zone_id = $3 and c.told_until is null
   and (c.sequence, c.ordinal) in (select sequence, ordinal from reservation_changes
                                    where zone_id = $3 and reservation_id = $1
                                    order by sequence, ordinal limit 1)`;

/**
 * Moves the reservation's changes that have not been notified yet to its new zone, and records how far the old zone has
 * notified. The new zone then notifies of them, in order.
 */
export async function moveUnnotifiedChanges(
  tx: EntityManager,
  { id, from, to }: MovedReservation,
): Promise<void> {
  await tx.query(OPEN_WATERMARK, [from]);
  await tx.query(LOCK_WATERMARK, [from]);
  await tx.query(MOVE_CHANGES, [id, from, to]);
  await tx.query(SET_TOLD_UNTIL, [id, from, to]);
}

/** Deletes the reservation's rows in the old zone. Its ledger entries stay. */
export async function dropReservationRows(tx: EntityManager, { id, from }: MovedReservation): Promise<void> {
  const ofReservation = { zoneId: from, reservationId: id };
  await tx.delete(AddressAssignmentEntity, ofReservation);
  await tx.delete(ClaimEntity, ofReservation);
  await tx.delete(ReservationEntity, { zoneId: from, id });
}
