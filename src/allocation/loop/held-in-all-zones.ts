import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import type { JsonRow } from '../../database/entity-columns.js';
import { layoutOf } from '../../database/layout.js';
import { queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { holdingOf } from '../admission/records.js';
import { TenantHoldings, type Holding } from '../fold/tenant-holdings.js';
import { CHANGED_OF_TENANT, IS_COUNTED, readHoldings } from '../ledger/counted-reservations.js';
import { reservationOf } from '../ledger/stored-rows.js';

/** The first key of the locks of tenants: any number. */
export const TENANT_LOCKS = 1_416_588_883;

/** Ledger entries of all zones from which the reservations of a tenant are read again rather than those that have changed. */
const MAX_ENTRIES = 5_000;

const FORGET_EVERY_SECONDS = 600;

/** Zones that were seen, for all tenants together: some 150 bytes each. */
const MAX_SEEN = 200_000;

/** How long holdings are kept after their end. The times of two zones differ as the clocks of their processes do. */
const KEPT_SECONDS = 86_400;

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

/** Whether a tenant has more reservations that count than so many. $1 tenant, $2 that end after this, $3 how many */
const HOLDS_MANY = `
select count(*) > $3::int as "isMany"
  from (select from reservations r
         where r.tenant = $1 and r.tenant is not null and ${IS_COUNTED} and r.ends_at > $2
         limit $3::int + 1) r`;

/**
 * The zones that have changed since a process last read them, or are lost. After a failover that lost commits, another entry may have
 * the same number and time. $1 zone → head, its batch and the zone's time, as then
 */
const MOVED_ON: PreparedStatement = {
  name: 'zones-moved-on',
  text: `
select z.zone_id as "zoneId", coalesce((k.seen ->> 0)::float8, 0) as after, z.head::float8 as head, last.batch,
       z.changed_at::text as "changedAt",
       coalesce(k.seen ->> 0, '0') = '0'
       or exists (select from ledger_entries e
                   where e.zone_id = z.zone_id and e.sequence = (k.seen ->> 0)::bigint and e.batch::text = k.seen ->> 1) as "isKnown"
  from zones z
 cross join lateral (select (select $1::jsonb) -> z.zone_id as seen offset 0) k
  left join lateral (select * from ledger_entries where zone_id = z.zone_id and sequence = z.head offset 0) last on true
 where k.seen is null or k.seen ->> 0 <> z.head::text or k.seen ->> 2 <> z.changed_at::text
    or k.seen ->> 1 is distinct from last.batch::text
 union all
select k.zone_id, 0, 0, null, '', false
  from jsonb_object_keys((select $1::jsonb)) as k(zone_id)
 where not exists (select from zones z where z.zone_id = k.zone_id offset 0)`,
};

interface MovedZone {
  readonly zoneId: string;
  /** The last entry that was read before. */
  readonly after: number;
  readonly head: number;
  readonly batch: string | null;
  readonly changedAt: string;
  /** False if the database has lost that entry or the zone, as after a failover. */
  readonly isKnown: boolean;
}

/** Zone → what it was when it was last read, as `MOVED_ON` takes it. */
type Seen = Map<string, readonly [head: number, batch: string | null, changedAt: string]>;

/**
 * What the tenants with limits over all zones hold in them. That of large tenants is kept and added up, and a decision reads what has
 * changed in the ledgers of all zones since the last one about the tenant: with 20,000 reservations, reading those each time took 0.7 s.
 */
export class HeldInAllZones {
  private readonly holdings = new TenantHoldings();
  /** Of the tenants whose holdings are kept. */
  private readonly seen = new Map<string, Seen>();
  /** What ends before is not kept. */
  private knownFrom: Instant = 0;

  /** @param fewReservations what a tenant with no more holds is read for each decision: that takes no longer than a look at all zones */
  constructor(private readonly fewReservations = 100) {}

  /**
   * Adds up what a large tenant holds, unless that is kept: before the zone of a decision is locked, because it may take long. Nodes
   * of a cluster share no snapshot, and can't join entries with reservations that have moved, so nothing is kept there.
   */
  async keep(db: EntityManager, tenant: string, now: Instant): Promise<void> {
    if (this.isKept(tenant) || layoutOf(db.dataSource).isDistributed) return;
    const [{ isMany }] = await db.query<{ isMany: boolean }[]>(HOLDS_MANY, [
      tenant,
      timestamp(now),
      this.fewReservations,
    ]);
    if (!isMany) return;
    // Heads first: what changes meanwhile is read again by the next decision.
    const seen: Seen = new Map();
    note(seen, await movedOn(db, seen));
    const from = now - KEPT_SECONDS;
    this.holdings.keep(tenant, await readHeld(db, tenant, from));
    this.knownFrom = Math.max(this.knownFrom, from);
    this.seen.set(tenant, seen);
    this.dropSome(tenant);
  }

  /**
   * What tenants hold. They are locked first: until the transaction ends, no other decision about them is made in any zone. To be
   * called in a transaction that has locked its zone.
   */
  async upToDate(tx: EntityManager, tenants: readonly string[], now: Instant): Promise<TenantHoldings> {
    // Statements of their own: one sees what was committed before it began, and the locks may have had to wait for a commit.
    await queryPrepared(tx, LOCK_TENANTS, [tenants]);
    if (now < this.knownFrom) this.drop();
    this.forgetPast(now);
    const held = new TenantHoldings();
    for (const tenant of tenants) {
      // Those of one tenant may be dropped for those of another before the decision.
      if (await this.catchUp(tx, tenant)) held.share(tenant, this.holdings);
      else held.keep(tenant, await readHeld(tx, tenant, now), tenants);
    }
    return held;
  }

  /** False if all have to be read. */
  private async catchUp(tx: EntityManager, tenant: string): Promise<boolean> {
    const seen = this.seen.get(tenant);
    if (!seen || !this.isKept(tenant)) return false;
    const moved = await movedOn(tx, seen);
    const entries = moved.reduce((sum, { head, after }) => sum + head - after, 0);
    if (entries > MAX_ENTRIES || moved.some(({ isKnown, head, after }) => !isKnown || head < after)) {
      this.seen.delete(tenant);
      return false;
    }
    if (entries > 0) {
      const columns = [
        moved.map(({ zoneId }) => zoneId),
        moved.map(({ after }) => after),
        moved.map(({ head }) => head),
      ];
      const rows = await tx.query<{ id: string; reservation: JsonRow | null }[]>(CHANGED_OF_TENANT, [
        tenant,
        ...columns,
      ]);
      for (const { id, reservation } of rows) {
        const holding = reservation ? holdingOf(reservationOf(reservation)) : undefined;
        this.holdings.replace(tenant, id, holding && untilEnded(holding));
      }
    }
    note(seen, moved);
    // Meanwhile they may have been dropped for those of another tenant.
    return this.isKept(tenant);
  }

  private isKept(tenant: string): boolean {
    return this.seen.has(tenant) && this.holdings.has(tenant);
  }

  /** Forgets what was seen for tenants whose holdings are no longer kept, and of others while it is too much. */
  private dropSome(needed: string): void {
    let size = 0;
    for (const { size: zones } of this.seen.values()) size += zones;
    for (const [name, { size: zones }] of this.seen) {
      if (name === needed || (size <= MAX_SEEN && this.holdings.has(name))) continue;
      this.seen.delete(name);
      size -= zones;
    }
  }

  private forgetPast(now: Instant): void {
    const from = now - KEPT_SECONDS;
    if (from - this.knownFrom < FORGET_EVERY_SECONDS) return;
    this.knownFrom = from;
    this.holdings.forgetBefore(from);
  }

  /** After a clock that was ahead by more than a day has been set right. */
  private drop(): void {
    this.seen.clear();
    this.knownFrom = 0;
  }
}

async function readHeld(db: EntityManager, tenant: string, from: Instant): Promise<Holding[]> {
  return (await readHoldings(db, undefined, tenant, from)).map(untilEnded);
}

/**
 * A hold or a wait that is over counts until its zone has ended it. Before that the zone, whose time may be earlier, can confirm or
 * admit it without locking the tenant.
 */
function untilEnded(holding: Holding): Holding {
  return { ...holding, lapsesAt: FOREVER };
}

async function movedOn(db: EntityManager, seen: Seen): Promise<MovedZone[]> {
  return queryPrepared<MovedZone>(db, MOVED_ON, [JSON.stringify(Object.fromEntries(seen))]);
}

function note(seen: Seen, moved: readonly MovedZone[]): void {
  for (const { zoneId, head, batch, changedAt } of moved) seen.set(zoneId, [head, batch, changedAt]);
}
