import { NIL } from 'uuid';
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

/** Those of a `CountedReservation`, without what may be long: a tenant may have thousands. */
const COLUMNS =
  'id, tenant, status, amounts, starts_at, ends_at, expires_at, held_until, wait_until, ended_at';

/** A `CountedReservation` as JSON, with more members. */
export function counted(...more: readonly string[]): string {
  const members = COLUMNS.split(', ').map((column) => `'${column}', r.${column}`);
  return `json_build_object(${[...members, ...more].join(', ')})`;
}

/** Of those with one end, such as all without an end, each chunk sorts the rest: so only what it returns is made into JSON. */
function heldChunk(condition: string): string {
  return `
select ${counted()} as reservation
  from (select ${COLUMNS} from reservations r
         where r.tenant = $1 and r.tenant is not null and ${IS_COUNTED} and (r.ends_at, r.id) > ($2::timestamptz, $3::uuid)${condition}
         order by r.ends_at, r.id
         limit ${CHUNK}) r
 order by r.ends_at, r.id`;
}

/** $1 tenant, $2 and $3: after this end and id, $4 zone */
export const HELD_CHUNK = heldChunk(' and r.zone_id = $4');

/** $1 tenant, $2 and $3: after this end and id */
export const HELD_CHUNK_OF_ALL_ZONES = heldChunk('');

/**
 * The reservations of a tenant that some entries have changed, as `changedReservations` reads those of a zone. By their ids alone:
 * one may have moved to another zone. $1 tenant, $2 zones, $3 after this entry of each, $4 up to this entry
 */
export const CHANGED_OF_TENANT = `
with entries as materialized (
  select e.zone_id, e.owner_kind, e.owner_id
    from unnest($2::text[], $3::bigint[], $4::bigint[]) as z(zone_id, after, head)
   cross join lateral (select * from ledger_entries
                        where zone_id = z.zone_id and sequence > z.after and sequence <= z.head offset 0) e)
select changed.id, case when r.id is not null then ${counted()} end as reservation
  from (select owner_id as id from entries where owner_kind = 'reservation'
         union
        select i.reservation_id
          from (select * from entries where owner_kind = 'instance' offset 0) e
         cross join lateral (select * from instances where zone_id = e.zone_id and id = e.owner_id offset 0) i
         where i.reservation_id is not null) changed
  left join lateral (select * from reservations where id = changed.id offset 0) r on true
 where r.id is null or r.tenant = $1`;

export const FIRST_ID = NIL;

/**
 * What a tenant's reservations in a zone, or in all, hold from an instant on. Read in parts, so it is not of one snapshot: what changes meanwhile
 * has to be read again.
 */
export async function readHoldings(
  db: EntityManager,
  zoneId: string | undefined,
  tenant: string,
  from: Instant,
): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (let after = [timestamp(from), FIRST_ID]; ;) {
    const rows = await db.query<{ reservation: JsonRow }[]>(
      zoneId === undefined ? HELD_CHUNK_OF_ALL_ZONES : HELD_CHUNK,
      [tenant, ...after, ...(zoneId === undefined ? [] : [zoneId])],
    );
    for (const { reservation } of rows) holdings.push(...holdingsOf(reservationOf(reservation)));
    if (rows.length < CHUNK) return holdings;
    const { ends_at: end, id } = rows[rows.length - 1].reservation;
    after = [String(end), String(id)];
  }
}

function holdingsOf(record: CountedReservation): Holding[] {
  const holding = holdingOf(record);
  return holding ? [holding] : [];
}
