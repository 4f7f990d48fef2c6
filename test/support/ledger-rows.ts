import type { EntityManager } from 'typeorm';

/** Appends entries that change no figure. */
export async function lengthen(db: EntityManager, entries: number): Promise<void> {
  await db.query(
    `insert into ledger_entries (zone_id, sequence, batch, moves, owner_kind, owner_id, starts_at, ends_at, amounts, recorded_at)
     select e.zone_id, e.sequence + n, e.batch, e.moves, e.owner_kind, e.owner_id, e.starts_at, e.ends_at, '{}', e.recorded_at
       from zones z join ledger_entries e on e.zone_id = z.zone_id and e.sequence = z.head, generate_series(1, $1) n`,
    [entries],
  );
  await db.query(`update zones set head = head + $1`, [entries]);
}
