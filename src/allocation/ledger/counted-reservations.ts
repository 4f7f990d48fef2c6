import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import type { JsonRow } from '../../database/entity-columns.js';
import type { Instant } from '../../kernel/time-window.js';
import { holdingOf, type CountedReservation } from '../admission/records.js';
import type { Holding } from '../fold/tenant-holdings.js';
import { reservationOf } from './stored-rows.js';

/** Rows per statement. The event loop is blocked while they are processed. */
const CHUNK = 5_000;

/**
 * See `holdingOf`. No condition on `ended_at`: the index of all live reservations of the zone would match it, and a plan kept from a
 * small table would use it.
 */
export const IS_COUNTED = `r.status in ('admitted', 'waiting')`;

/** A `CountedReservation`, without what may be long: a tenant may have thousands. */
export const COUNTED = `jsonb_build_object('id', r.id, 'tenant', r.tenant, 'status', r.status, 'amounts', r.amounts,
           'starts_at', r.starts_at, 'ends_at', r.ends_at, 'expires_at', r.expires_at, 'held_until', r.held_until,
           'wait_until', r.wait_until, 'ended_at', r.ended_at)`;

/**
 * Of those with one end, such as all without an end, each chunk sorts the rest: so only what it returns is made into JSON. $1 zone,
 * $2 tenant, $3 and $4: after this end and id
 */
export const HELD_CHUNK = `
select ${COUNTED} as reservation
  from (select id, tenant, status, amounts, starts_at, ends_at, expires_at, held_until, wait_until, ended_at from reservations r
         where r.tenant = $2 and r.tenant is not null and r.zone_id = $1 and ${IS_COUNTED} and (r.ends_at, r.id) > ($3::timestamptz, $4::uuid)
         order by r.ends_at, r.id
         limit ${CHUNK}) r
 order by r.ends_at, r.id`;

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * What a tenant's reservations in a zone hold from an instant on. Read in parts, so it is not of one snapshot: what changes meanwhile
 * has to be read again.
 */
export async function readHoldings(
  db: EntityManager,
  zoneId: string,
  tenant: string,
  from: Instant,
): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (let after = [timestamp(from), FIRST_ID]; ;) {
    const rows = await db.query<{ reservation: JsonRow }[]>(HELD_CHUNK, [zoneId, tenant, ...after]);
    for (const { reservation } of rows) holdings.push(...holdingsOf(reservationOf(reservation)));
    if (rows.length < CHUNK) return holdings;
    const { ends_at: end, id } = rows[rows.length - 1].reservation;
    after = [String(end), String(id)];
  }
}

export function holdingsOf(record: CountedReservation): Holding[] {
  const holding = holdingOf(record);
  return holding ? [holding] : [];
}
