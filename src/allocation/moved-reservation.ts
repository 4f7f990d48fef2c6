import type { EntityManager } from 'typeorm';

/** A reservation that leaves a zone for another, in which it has been admitted in the same transaction. */
export interface MovedReservation {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** While these are told nobody takes them along, and the other way round. */
const LOCK_TELLING = `select from reservation_watermarks where zone_id = $1 for update`;

/** Before the change that its admission has written down there: $1 id, $2 from, $3 to. */
const TAKE_ALONG = `
update reservation_changes c
   set zone_id = $3, sequence = z.head, ordinal = n.number - n.many - 1
  from zones z,
       (select sequence, ordinal, row_number() over (order by sequence, ordinal) as number, count(*) over () as many
          from reservation_changes where zone_id = $2 and reservation_id = $1) n
 where z.zone_id = $3 and c.zone_id = $2 and c.sequence = n.sequence and c.ordinal = n.ordinal`;

/**
 * Nothing of one that is new since is told: then the clock's work is not either, and its creation is told by the entry that made it.
 * $1 id, $2 from, $3 to
 */
const NOTE_TOLD = `
update reservation_changes c
   set told_until = coalesce(told.until, '-infinity'),
       made_in = case when told.until is null then $2 end,
       made_at = case when told.until is null then told.made_at end
  from (select (select min(e.sequence) from ledger_entries e where e.zone_id = $2 and e.owner_id = $1) as made_at,
               (select w.reached from reservation_watermarks w
                 where w.zone_id = $2
                   and exists (select from ledger_entries e
                                where e.zone_id = $2 and e.owner_id = $1 and e.sequence <= w.sequence)) as until) told
 where c.zone_id = $3 and c.told_until is null
   and (c.sequence, c.ordinal) in (select sequence, ordinal from reservation_changes
                                    where zone_id = $3 and reservation_id = $1
                                    order by sequence, ordinal limit 1)`;

/**
 * Takes what those who watch the reservation have not been told yet along to its new zone, so that it is told there and
 * in order, and how far they have been told.
 */
export async function takeUntoldAlong(tx: EntityManager, { id, from, to }: MovedReservation): Promise<void> {
  await tx.query(LOCK_TELLING, [from]);
  await tx.query(TAKE_ALONG, [id, from, to]);
  await tx.query(NOTE_TOLD, [id, from, to]);
}

/** Removes the reservation where it was; what it held there stays in the ledger. */
export async function dropReservationRows(tx: EntityManager, { id, from }: MovedReservation): Promise<void> {
  for (const table of ['address_assignments', 'claims']) {
    await tx.query(`delete from ${table} where zone_id = $1 and reservation_id = $2`, [from, id]);
  }
  await tx.query(`delete from reservations where zone_id = $1 and id = $2`, [from, id]);
}
