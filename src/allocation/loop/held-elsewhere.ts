import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import type { JsonRow } from '../../database/entity-columns.js';
import { queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import type { Instant } from '../../kernel/time-window.js';
import type { CountedReservation } from '../admission/records.js';
import { COUNTED, IS_COUNTED } from '../ledger/counted-reservations.js';
import { reservationOf } from '../ledger/stored-rows.js';

/** The first key of the locks of tenants: any number. */
export const TENANT_LOCKS = 1_416_588_883;

/**
 * Each tenant is locked until the transaction ends, always in the same order. A transaction that needs zones locks them before, so
 * none waits for a zone while it has a tenant.
 */
const LOCK_TENANTS: PreparedStatement = {
  name: 'lock-tenants',
  text: `
select pg_advisory_xact_lock(${TENANT_LOCKS}, hash)
  from (select distinct hashtext(tenant) as hash from unnest($1::text[]) as tenant order by hash) as tenants`,
};

/**
 * Planned each time: a plan that is kept from a small table would read all live reservations of a large one. Hides the zone from an
 * index that begins with it.
 */
export const HELD_ELSEWHERE = `
select ${COUNTED} as reservation from reservations r
 where r.tenant = any ($2::text[]) and r.tenant is not null and r.zone_id || '' <> $1
   and ${IS_COUNTED} and r.ends_at > $3`;

/**
 * The live reservations of tenants in all zones but one. The tenants are locked first: until the transaction ends, no other decision
 * about them is made in any zone. To be called in a transaction that has locked its zone.
 */
export async function readHeldElsewhere(
  tx: EntityManager,
  zoneId: string,
  tenants: readonly string[],
  now: Instant,
): Promise<CountedReservation[]> {
  // Two statements: a statement sees what was committed before it began, and the locks may have had to wait for a commit.
  await queryPrepared(tx, LOCK_TENANTS, [tenants]);
  const values = [zoneId, tenants, timestamp(now)];
  const rows = await tx.query<{ reservation: JsonRow }[]>(HELD_ELSEWHERE, values);
  return rows.map(({ reservation }) => reservationOf(reservation));
}
