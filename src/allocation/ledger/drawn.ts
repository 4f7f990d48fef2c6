import type { EntityManager } from 'typeorm';

/** What an instance `i` that has drawn on its reservation meets: one that failed before it was ever active has not. */
export const HAS_DRAWN = `(i.state <> 'error' or i.was_active)`;

/** $1 zone, $2 reservation */
const IS_DRAWN = `
select exists (select from instances i where zone_id = $1 and reservation_id = $2 and ${HAS_DRAWN}) as drawn`;

/** Whether an instance of a zone has drawn on a reservation, also one that is gone again. */
export async function isDrawnIn(db: EntityManager, zoneId: string, reservationId: string): Promise<boolean> {
  const [{ drawn }] = await db.query<{ drawn: boolean }[]>(IS_DRAWN, [zoneId, reservationId]);
  return drawn;
}
