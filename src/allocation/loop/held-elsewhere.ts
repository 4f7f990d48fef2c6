import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import type { JsonRow } from '../../database/entity-columns.js';
import { queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import type { Instant } from '../../kernel/time-window.js';
import type { TenantInWindow } from '../admission/needs.js';
import type { Holding } from '../fold/tenant-holdings.js';
import { COUNTED, holdingsOf, IS_COUNTED } from '../ledger/counted-reservations.js';
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
 * index that begins with it. $1 zone, $2 tenants, $3 start and $4 end of a window
 */
export const HELD_ELSEWHERE = `
select ${COUNTED} as reservation from reservations r
 where r.tenant = any ($2::text[]) and r.tenant is not null and r.zone_id || '' <> $1
   and ${IS_COUNTED} and r.ends_at > $3 and r.starts_at < $4`;

/**
 * What tenants hold in all zones but one, in the windows that matter. The tenants are locked first: until the transaction ends, no
 * other decision about them is made in any zone. To be called in a transaction that has locked its zone.
 */
export async function readHeldElsewhere(
  tx: EntityManager,
  zoneId: string,
  asked: readonly TenantInWindow[],
  now: Instant,
): Promise<ReadonlyMap<string, readonly Holding[]>> {
  const held = new Map<string, Holding[]>(asked.map(({ tenant }) => [tenant, []]));
  const tenants = [...held.keys()];
  // Two statements: a statement sees what was committed before it began, and the locks may have had to wait for a commit.
  await queryPrepared(tx, LOCK_TENANTS, [tenants]);
  const from = Math.max(now, Math.min(...asked.map(({ window }) => window.start)));
  const to = Math.max(...asked.map(({ window }) => window.end));
  const values = [zoneId, tenants, timestamp(from), timestamp(to)];
  const rows = await tx.query<{ reservation: JsonRow }[]>(HELD_ELSEWHERE, values);
  for (const record of rows.map(({ reservation }) => reservationOf(reservation)))
    held.get(record.tenant ?? '')?.push(...holdingsOf(record));
  return held;
}
