import type { EntityManager } from 'typeorm';
import { queryPrepared, type PreparedStatement } from '../database/prepared.js';
import type { ResourceAmounts, ResourceClass } from '../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../kernel/time-window.js';
import { CapacityTimelinesBuilder } from './capacity-timelines-builder.js';
import type { LoadedRows } from './draft.js';
import type { LedgerEntry, Movement } from './ledger-entry.js';
import type { CombinedNeeds } from './needs.js';
import type { ReservationRecord } from './records.js';
import {
  entryOf,
  heldReservationOf,
  instanceOf,
  poolEntryOf,
  reservationOf,
  type StoredEntry,
  type StoredHeldReservation,
  type StoredInstance,
  type StoredPoolEntry,
  type StoredReservation,
} from './stored-rows.js';
import { ZoneFold } from './zone-fold.js';

/** Entries looked at by one statement while a fold is built: bounds its time and the row objects in memory. */
const CHUNK = 50_000;

/** Entries read at a time by a fold that is behind: they come as one document. */
const CATCH_UP = 10_000;

/** $1 zone, $2 after which entry, $3 up to which, $4 since */
const FOLD_CHUNK = `
select provider_id, moves, amounts,
       extract(epoch from starts_at)::float8 as start, extract(epoch from ends_at)::float8 as "end"
  from ledger_entries
 where zone_id = $1 and sequence > $2 and sequence <= $3 and ends_at > $4 and provider_id is not null`;

interface ChunkRow {
  readonly provider_id: string;
  readonly moves: Movement;
  readonly start: Instant;
  readonly end: Instant;
  readonly amounts: ResourceAmounts;
}

interface ZoneRow {
  readonly head: number;
  readonly head_batch: string | null;
  readonly changed_at: number;
  readonly tracked: ResourceClass[];
}

/**
 * Builds a zone's fold from the entries that end after `since`, up to the head it finds or an earlier one. Undefined
 * when there is no such zone.
 */
export async function buildFold(
  db: EntityManager,
  zoneId: string,
  since: Instant,
  atMost?: number,
): Promise<ZoneFold | undefined> {
  const [zone] = await db.query<ZoneRow[]>(
    `select z.head::float8 as head, extract(epoch from changed_at)::float8 as changed_at,
            (select batch from ledger_entries e where e.zone_id = z.zone_id and e.sequence = z.head) as head_batch,
            array(select distinct jsonb_object_keys(amounts) from pool_entries p where p.zone_id = z.zone_id) as tracked
       from (select zone_id, changed_at, least(head, $2) as head from zones) z where zone_id = $1`,
    [zoneId, atMost ?? null],
  );
  if (!zone) return undefined;
  const builders = new Map<string, CapacityTimelinesBuilder>();
  for (let after = 0; after < zone.head; after += CHUNK) {
    const upTo = Math.min(after + CHUNK, zone.head);
    const rows = await db.query<ChunkRow[]>(FOLD_CHUNK, [zoneId, after, upTo, new Date(since * 1000)]);
    for (const row of rows) addRow(builders, row);
  }
  const providers = new Map([...builders].map(([id, builder]) => [id, builder.build()]));
  const fold = new ZoneFold(zoneId, zone.head, zone.changed_at, since, providers, new Set(zone.tracked));
  fold.headBatch = zone.head_batch ?? undefined;
  return fold;
}

function addRow(builders: Map<string, CapacityTimelinesBuilder>, row: ChunkRow): void {
  let builder = builders.get(row.provider_id);
  if (!builder) {
    builder = new CapacityTimelinesBuilder();
    builders.set(row.provider_id, builder);
  }
  builder.add(row.moves, row, row.amounts);
}

/** One commit to a zone's ledger. */
export interface Commit {
  readonly zoneId: string;
  /** Of its last entry. */
  readonly sequence: number;
  readonly recordedAt: Instant;
  readonly entries: readonly Pick<LedgerEntry, 'moves' | 'window' | 'amounts'>[];
}

/**
 * $1 zones, $2 after which entry of each, $3 up to which, $4 about how many entries of each at most: the commit that
 * this number falls into comes whole. Times never go back within a zone here, whatever the clocks did.
 */
const COMMITS = `
with goals as (
  select z.zone_id, z.after,
         case when z.head <= z.after + $4 then z.head
              else coalesce((select e.sequence - 1
                               from ledger_entries e
                              where e.zone_id = z.zone_id and e.sequence > z.after + $4
                                and e.batch <> (select p.batch from ledger_entries p
                                                 where p.zone_id = z.zone_id and p.sequence = z.after + $4)
                              order by e.sequence limit 1), z.head) end as goal
    from unnest($1::text[], $2::bigint[], $3::bigint[]) as z(zone_id, after, head)),
commits as (
  select e.zone_id, max(e.sequence) as sequence, max(e.recorded_at) as recorded_at,
         jsonb_agg(jsonb_build_array(e.moves, extract(epoch from e.starts_at)::float8,
                                     case when isfinite(e.ends_at) then extract(epoch from e.ends_at)::float8 end,
                                     e.amounts) order by e.sequence) as entries
    from goals g
    join ledger_entries e on e.zone_id = g.zone_id and e.sequence > g.after and e.sequence <= g.goal
   group by e.zone_id, e.batch)
select zone_id as "zoneId", sequence::float8 as sequence, entries,
       extract(epoch from max(recorded_at) over (partition by zone_id order by sequence))::float8 as "recordedAt"
  from commits
 order by "recordedAt", zone_id, sequence`;

type CommitRow = Omit<Commit, 'entries'> & {
  readonly entries: readonly [Movement, Instant, Instant | null, ResourceAmounts][];
};

/** The commits of some zones after an entry of each and up to another: the oldest first, those of a zone in their order. */
export async function readCommits(
  db: EntityManager,
  after: ReadonlyMap<string, number>,
  upTo: ReadonlyMap<string, number>,
  limit: number,
): Promise<Commit[]> {
  const zoneIds = [...after.keys()];
  const rows = await db.query<CommitRow[]>(COMMITS, [
    zoneIds,
    [...after.values()],
    zoneIds.map((zoneId) => upTo.get(zoneId)),
    limit,
  ]);
  return rows.map(({ entries, ...commit }) => ({
    ...commit,
    entries: entries.map(([moves, start, end, amounts]) => ({
      moves,
      window: { start, end: end ?? FOREVER },
      amounts,
    })),
  }));
}

/** How many reservations are read down chains of protection: each costs a look-up of its own. */
const MOST_CHAINED = 2_000;

/**
 * Everything a batch needs, in one snapshot: the head, the entries behind which the fold is, and the wanted rows.
 * $1 zone, $2 head of the fold, $3 reservations, $4 instances, $5 pool entries, $6 elements, $7 most of those in conflict,
 * $8 providers, $9 now, $10 reservations whose chains of protection are followed,
 * $11 tenants
 */
const SNAPSHOT: PreparedStatement = {
  name: 'read-snapshot',
  text: `
with recursive wanted as (
  select unnest($3::uuid[]) as id
  union select reservation_id from instances where zone_id = $1 and id = any ($4::uuid[])
  union (select id from reservations where zone_id = $1 and status = 'conflict' and ends_at > $9
          order by created_at, id limit $7)
  union select c.reservation_id from claims c
         where cardinality($8::uuid[]) > 0 and c.zone_id = $1 and c.provider_id = any ($8::uuid[])),
held as (
  select r.id, jsonb_build_object(
           'reservation', to_jsonb(r),
           'claims', coalesce((select jsonb_agg(to_jsonb(c)) from claims c
                                where c.zone_id = r.zone_id and c.reservation_id = r.id), '[]'),
           'instances', coalesce((select jsonb_agg(to_jsonb(i)) from instances i
                                   where i.zone_id = r.zone_id and i.reservation_id = r.id and i.ends_at > $9
                                     and i.state in ('pending', 'active')), '[]')) as held
    from reservations r
   where r.zone_id = $1 and r.id in (select id from wanted)
     and (r.id = any ($3::uuid[]) or r.ends_at > $9)),
chain as (
  select r.id, r.elements from reservations r
   where r.zone_id = $1 and r.id = any ($10::uuid[]) and r.ended_at is null and r.ends_at > $9
  union
  select r.id, r.elements
    from chain c, jsonb_array_elements_text(c.elements) as e(element)
    join reservations r on r.id = split_part(e.element, ':', 2)::uuid
   where r.zone_id = $1 and r.ended_at is null and r.ends_at > $9)
select z.head::float8 as head, extract(epoch from z.changed_at)::float8 as changed_at,
       (select e.batch from ledger_entries e where e.zone_id = $1 and e.sequence = $2) as seen_batch,
       (select coalesce(jsonb_agg(to_jsonb(e) order by e.sequence), '[]') from ledger_entries e
         where e.zone_id = $1 and e.sequence > $2 and e.sequence <= $2 + ${CATCH_UP}) as entries,
       (select coalesce(jsonb_agg(h.held), '[]') from held h) as reservations,
       (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from instances i
         where i.zone_id = $1 and i.id = any ($4::uuid[])) as instances,
       (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from pool_entries p
         where p.zone_id = $1 and p.id = any ($5::uuid[])) as pool_entries,
       (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from reservations r
         where r.zone_id = $1 and r.ended_at is null and r.elements <> '[]' and r.elements ?| $6::text[]
           and r.ends_at > $9) as protectors,
       (select coalesce(jsonb_object_agg(c.id, c.elements), '{}')
          from (select id, elements from chain limit ${MOST_CHAINED}) c) as chains,
       (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from reservations r
         where r.zone_id = $1 and r.tenant = any ($11::text[]) and r.ended_at is null and r.ends_at > $9) as held_by_tenants
  from zones z
 where z.zone_id = $1`,
};

interface SnapshotRow {
  readonly head: number;
  readonly changed_at: number;
  readonly seen_batch: string | null;
  readonly entries: readonly StoredEntry[];
  readonly reservations: readonly StoredHeldReservation[];
  readonly instances: readonly StoredInstance[];
  readonly pool_entries: readonly StoredPoolEntry[];
  readonly protectors: readonly StoredReservation[];
  readonly chains: Readonly<Record<string, readonly string[]>>;
  readonly held_by_tenants: readonly StoredReservation[];
}

export interface Snapshot {
  readonly head: number;
  readonly changedAt: Instant;
  /** The batch of the entry that the fold took for the last one. */
  readonly seenBatch?: string;
  /** The batch of the last of the entries. */
  readonly lastBatch?: string;
  readonly entries: readonly LedgerEntry[];
  readonly rows: LoadedRows;
}

export async function readSnapshot(
  db: EntityManager,
  fold: ZoneFold,
  needs: CombinedNeeds,
  now: Instant,
): Promise<Snapshot> {
  const [row] = await queryPrepared<SnapshotRow>(db, SNAPSHOT, [
    fold.zoneId,
    fold.head,
    needs.reservations,
    needs.instances,
    needs.poolEntries,
    needs.protectorsOf,
    needs.conflicted,
    needs.backedBy,
    new Date(now * 1000),
    needs.chainsFrom,
    needs.heldBy,
  ]);
  const chains = new Map(Object.entries(row.chains));
  return {
    head: row.head,
    changedAt: row.changed_at,
    seenBatch: row.seen_batch ?? undefined,
    lastBatch: row.entries.at(-1)?.batch,
    entries: row.entries.map(entryOf),
    rows: {
      reservations: new Map(row.reservations.map((held) => [held.reservation.id, heldReservationOf(held)])),
      instances: new Map(row.instances.map((instance) => [instance.id, instanceOf(instance)])),
      poolEntries: new Map(row.pool_entries.map((pool) => [pool.id, poolEntryOf(pool)])),
      protectors: protectorsByElement(row.protectors.map(reservationOf)),
      heldByTenants: row.held_by_tenants.map(reservationOf),
      chains,
      areChainsCut: chains.size === MOST_CHAINED,
    },
  };
}

function protectorsByElement(reservations: readonly ReservationRecord[]): Map<string, ReservationRecord[]> {
  const byElement = new Map<string, ReservationRecord[]>();
  for (const reservation of reservations) {
    for (const element of reservation.elements) {
      const id = element.slice(element.indexOf(':') + 1);
      byElement.set(id, [...(byElement.get(id) ?? []), reservation]);
    }
  }
  return byElement;
}
