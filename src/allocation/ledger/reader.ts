import type { EntityManager } from 'typeorm';
import { oneByOne } from '../../database/across-zones.js';
import { timestamp } from '../../database/columns.js';
import { layoutOf } from '../../database/layout.js';
import type { JsonRow } from '../../database/entity-columns.js';
import { hidden, queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import { referencedId } from '../../kernel/identifiers.js';
import { WITHOUT_PAUSE, type Pace } from '../../kernel/pace.js';
import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { traitsOf, type StoredTraits, type Traits } from '../../kernel/traits.js';
import type { CapacityTimelines } from '../fold/capacity-timelines.js';
import { CapacityTimelinesBuilder } from '../fold/capacity-timelines-builder.js';
import type { LoadedRows } from '../admission/loaded-rows.js';
import type { FoldEntry, Movement } from '../fold/entry.js';
import type { CombinedNeeds } from '../admission/needs.js';
import type { CountedReservation, HeldReservation, ReservationRecord } from '../admission/records.js';
import { MAX_CHAINED } from './snapshot.parts.js';
import { snapshotStatement, unbackedFrom } from './snapshot.statement.js';
import {
  FOLD_ENTRY,
  foldEntryOf,
  heldReservationOf,
  instanceOf,
  poolEntryOf,
  reservationOf,
  type StoredFoldEntry,
  type StoredHeldReservation,
} from './stored-rows.js';
import { ZoneFold, type Unbacked, type ZoneView } from '../fold/zone-fold.js';

/** Entries read per statement while a fold is built. The event loop is blocked while its rows are processed. */
const CHUNK = 5_000;

/** $1 zone, $2 after this entry, $3 up to this entry, $4 since */
const FOLD_CHUNK = `
select provider_id, moves, amounts,
       date_part('epoch', starts_at) as start, date_part('epoch', ends_at) as "end"
  from ledger_entries
 where zone_id = $1 and sequence > $2 and sequence <= $3 and ends_at > $4 and starts_at <= $5 and provider_id is not null`;

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
  readonly head_recorded: Instant | null;
  readonly changed_at: number;
  readonly next_hold: Instant | null;
  readonly unbacked_from: Instant | null;
  readonly tracked: readonly (readonly [providerId: string, name: ResourceClass])[];
}

interface FoldOptions {
  /** Entries that start later are left out: for a look at a window that ends then. */
  readonly until?: Instant;
  /** The number of the last entry; absent: the current head. */
  readonly atMost?: number;
  /** Absent: without a pause. */
  readonly pace?: Pace;
}

/** Builds a zone's fold from the entries that end after `since`. Undefined if the zone does not exist. */
export async function buildFold(
  db: EntityManager,
  zoneId: string,
  since: Instant,
  { until = FOREVER, atMost, pace = WITHOUT_PAUSE }: FoldOptions = {},
): Promise<ZoneFold | undefined> {
  const zone = await pace.step(() => readZone(db, zoneId, since, atMost));
  if (!zone) return undefined;
  const builders = new Map<string, CapacityTimelinesBuilder>();
  const edges = [since, until].map(timestamp);
  for (let after = 0; after < zone.head; after += CHUNK) {
    const upTo = Math.min(after + CHUNK, zone.head);
    const rows = await pace.step(() => db.query<ChunkRow[]>(FOLD_CHUNK, [zoneId, after, upTo, ...edges]));
    await pace.inParts(addRows(builders, rows));
  }
  const providers = await pace.inParts(buildAll(builders));
  const fold = new ZoneFold(zoneId, zone.head, zone.changed_at, since, providers, zone.tracked);
  fold.headBatch = zone.head_batch ?? undefined;
  fold.nextHold = zone.next_hold ?? FOREVER;
  fold.expectWake(zone.head_recorded ?? 0, { unbacked: unbackedIn(zone) });
  return fold;
}

async function readZone(
  db: EntityManager,
  zoneId: string,
  since: Instant,
  atMost: number | undefined,
): Promise<ZoneRow | undefined> {
  const [zone] = await db.query<ZoneRow[]>(
    `select z.head::float8 as head, extract(epoch from changed_at)::float8 as changed_at,
            last.batch as head_batch, extract(epoch from last.recorded_at)::float8 as head_recorded,
            (select extract(epoch from min(r.held_until))::float8 from reservations r
              where r.zone_id = $1 and r.held_until is not null and r.ended_at is null) as next_hold,
            ${unbackedFrom('$3')} as unbacked_from,
            (select coalesce(jsonb_agg(distinct jsonb_build_array(p.provider_id, class)), '[]')
               from pool_entries p, jsonb_object_keys(p.amounts) as class where p.zone_id = $1) as tracked
       from (select changed_at, least(head, $2) as head from zones where zone_id = $1) z
       left join ledger_entries last on last.zone_id = $1 and last.sequence = z.head`,
    [zoneId, atMost ?? null, timestamp(since)],
  );
  return zone;
}

function* addRows(
  builders: Map<string, CapacityTimelinesBuilder>,
  rows: readonly ChunkRow[],
): Generator<void, void> {
  for (const row of rows) {
    let builder = builders.get(row.provider_id);
    if (!builder) {
      builder = new CapacityTimelinesBuilder();
      builders.set(row.provider_id, builder);
    }
    builder.add(row.moves, row, row.amounts);
  }
  yield;
}

function* buildAll(
  builders: ReadonlyMap<string, CapacityTimelinesBuilder>,
): Generator<void, Map<string, CapacityTimelines>> {
  const built = new Map<string, CapacityTimelines>();
  for (const [id, builder] of builders) built.set(id, yield* builder.buildInParts());
  return built;
}

/** Which of them lack addresses is not read. */
function unbackedIn(row: Pick<SnapshotRow, 'unbacked_from'>): Unbacked {
  return { from: row.unbacked_from ?? FOREVER, wantAddresses: true };
}

/** One commit to a zone's ledger. */
export interface Commit {
  readonly zoneId: string;
  /** Number of its last entry. */
  readonly sequence: number;
  readonly recordedAt: Instant;
  readonly entries: readonly FoldEntry[];
}

/**
 * $1 zones, $2 after this entry of each, $3 up to this entry, $4 maximum entries of each, rounded up to whole commits.
 * Times within a zone never decrease in the ledger, whatever the processes' clocks say.
 */
const COMMITS: PreparedStatement = {
  name: 'read-commits',
  text: commitsOf(
    `unnest(${hidden(1, 'text[]')}, ${hidden(2, 'bigint[]')}, ${hidden(3, 'bigint[]')})`,
    (row) => `${row}.zone_id`,
  ),
};

/** The same for one zone. */
const COMMITS_OF_ZONE: PreparedStatement = {
  name: 'read-commits-of-zone',
  text: commitsOf('(values ($1::text, $2::bigint, $3::bigint))', () => '$1'),
};

/** @param zoneOf the zone of a row of the source */
function commitsOf(source: string, zoneOf: (row: string) => string): string {
  return `
with goals as (
  select z.zone_id, z.after,
         case when z.head <= z.after + z.most then z.head
              else coalesce((select e.sequence - 1
                               from ledger_entries e
                              where e.zone_id = ${zoneOf('z')} and e.sequence > z.after + z.most
                                and e.batch <> (select p.batch from ledger_entries p
                                                 where p.zone_id = ${zoneOf('z')} and p.sequence = z.after + z.most)
                              order by e.sequence limit 1), z.head) end as goal
    from (select *, ${hidden(4, 'bigint')} as most
            from ${source}
              as z(zone_id, after, head)) z),
commits as (
  select e.zone_id, max(e.sequence) as sequence, max(e.recorded_at) as recorded_at,
         json_agg(${FOLD_ENTRY} order by e.sequence) as entries
    from goals g
   cross join lateral (select * from ledger_entries
                        where zone_id = ${zoneOf('g')} and sequence > g.after and sequence <= g.goal offset 0) e
   group by e.zone_id, e.batch)
select zone_id as "zoneId", sequence::float8 as sequence, entries,
       extract(epoch from max(recorded_at) over (partition by zone_id order by sequence))::float8 as "recordedAt"
  from commits
 order by "recordedAt", zone_id, sequence`;
}

type CommitRow = Omit<Commit, 'entries'> & { readonly entries: readonly StoredFoldEntry[] };

/**
 * The commits of some zones between two entries of each, in the order of time; commits of one zone keep their order.
 */
export async function readCommits(
  db: EntityManager,
  after: ReadonlyMap<string, number>,
  upTo: ReadonlyMap<string, number>,
  limit: number,
): Promise<Commit[]> {
  const zoneIds = [...after.keys()];
  const values = [zoneIds, [...after.values()], zoneIds.map((zoneId) => upTo.get(zoneId))] as const;
  const rows = layoutOf(db.dataSource).isDistributed
    ? await oneByOne(values, (...zone) => queryPrepared<CommitRow>(db, COMMITS_OF_ZONE, [...zone, limit]))
    : await queryPrepared<CommitRow>(db, COMMITS, [...values, limit]);
  // Those of a zone are in their order.
  rows.sort((a, b) => a.recordedAt - b.recordedAt);
  return rows.map(({ entries, ...commit }) => ({ ...commit, entries: entries.map(foldEntryOf) }));
}

/** Columns that the statement did not select are absent. */
interface SnapshotRow {
  readonly head: number;
  readonly changed_at: number;
  readonly seen_batch: string | null;
  readonly last_batch: string | null;
  readonly last_recorded: Instant | null;
  readonly entries: readonly StoredFoldEntry[];
  readonly next_hold: Instant | null;
  readonly unbacked_from: Instant | null;
  readonly waiting?: readonly JsonRow[];
  readonly is_all_waiting?: boolean;
  readonly are_all_in_conflict?: boolean;
  readonly cut_at?: readonly { readonly place: number; readonly oldest: string }[];
  readonly waits?: Readonly<Record<string, number>>;
  readonly reservations?: readonly StoredHeldReservation[];
  readonly instances?: readonly JsonRow[];
  readonly protectors?: readonly JsonRow[];
  readonly chains?: Readonly<Record<string, readonly string[]>>;
  readonly changed_reservations?: readonly { readonly id: string; readonly reservation: JsonRow | null }[];
  readonly holds?: Readonly<Record<string, readonly string[]>>;
  readonly provider_traits?: Readonly<Record<string, StoredTraits>>;
  readonly pool_entries?: readonly JsonRow[];
  readonly retired?: readonly string[];
  readonly dependents?: Readonly<Record<string, readonly string[]>>;
}

/** Of a zone whose row was lost in a failover. It is behind every fold, so the fold is dropped. */
const LOST_ZONE: SnapshotRow = {
  head: -1,
  changed_at: 0,
  seen_batch: null,
  last_batch: null,
  last_recorded: null,
  entries: [],
  next_hold: null,
  unbacked_from: null,
};

export interface Snapshot {
  readonly head: number;
  readonly changedAt: Instant;
  /** The batch of the entry at the fold's head. */
  readonly seenBatch?: string;
  /** The batch of the last entry read. */
  readonly lastBatch?: string;
  /** When the last entry read was decided. The zone's time may be later, see `letTimePass`. */
  readonly lastRecorded: Instant;
  readonly entries: readonly FoldEntry[];
  /** The deadline of the zone's earliest hold; `FOREVER`: nothing is held. */
  readonly nextHold: Instant;
  readonly unbacked: Unbacked;
  /** The reservations that the entries have changed, if the fold keeps what tenants hold. */
  readonly changed: readonly ChangedReservation[];
  readonly rows: LoadedRows;
}

interface ChangedReservation {
  readonly id: string;
  /** Absent: it has left the zone. */
  readonly reservation?: CountedReservation;
}

export async function readSnapshot(
  db: EntityManager,
  fold: ZoneView,
  needs: CombinedNeeds,
  now: Instant,
): Promise<Snapshot> {
  const { statement, values } = snapshotStatement(fold.zoneId, fold.head, needs, now, !fold.tenants.isEmpty);
  const [row = LOST_ZONE] = await queryPrepared<SnapshotRow>(db, statement, values);
  const chains = new Map(Object.entries(row.chains ?? {}));
  return {
    head: row.head,
    changedAt: row.changed_at,
    seenBatch: row.seen_batch ?? undefined,
    lastBatch: row.last_batch ?? undefined,
    lastRecorded: row.last_recorded ?? 0,
    entries: row.entries.map(foldEntryOf),
    nextHold: row.next_hold ?? FOREVER,
    unbacked: unbackedIn(row),
    changed: (row.changed_reservations ?? []).map(({ id, reservation }) => ({
      id,
      reservation: reservation ? reservationOf(reservation) : undefined,
    })),
    rows: {
      reservations: new Map(row.reservations?.map(heldReservationOf).map((held) => [held.record.id, held])),
      waiting: new Map(row.waiting?.map(waitingOf).map((held) => [held.record.id, held])),
      areAllInConflict: row.are_all_in_conflict ?? true,
      isAllWaiting: row.is_all_waiting ?? true,
      cutAt: new Map(row.cut_at?.map(({ place, oldest }) => [needs.backedBy[place - 1], oldest])),
      waits: new Map(Object.entries(row.waits ?? {})),
      instances: new Map(row.instances?.map(instanceOf).map((instance) => [instance.id, instance])),
      poolEntries: new Map(row.pool_entries?.map(poolEntryOf).map((entry) => [entry.id, entry])),
      retired: new Set(row.retired),
      dependents: new Map(Object.entries(row.dependents ?? {})),
      protectors: protectorsByElement((row.protectors ?? []).map(reservationOf)),
      holds: new Map(Object.entries(row.holds ?? {})),
      providerTraits: traitsById(row.provider_traits),
      chains,
      areChainsCut: chains.size === MAX_CHAINED,
    },
  };
}

/** The traits of each provider of a zone, by its id. */
export async function readProviderTraits(
  db: EntityManager,
  zoneId: string,
): Promise<ReadonlyMap<string, Traits>> {
  const [{ traits }] = await db.query<{ traits: Readonly<Record<string, StoredTraits>> }[]>(
    `select coalesce(jsonb_object_agg(id, traits), '{}') as traits from providers where zone_id = $1`,
    [zoneId],
  );
  return traitsById(traits);
}

function traitsById(stored: Readonly<Record<string, StoredTraits>> = {}): Map<string, Traits> {
  return new Map(Object.entries(stored).map(([id, traits]) => [id, traitsOf(traits)]));
}

function waitingOf(row: JsonRow): HeldReservation {
  return { record: reservationOf(row), claims: [], instances: [] };
}

function protectorsByElement(reservations: readonly ReservationRecord[]): Map<string, ReservationRecord[]> {
  const byElement = new Map<string, ReservationRecord[]>();
  for (const reservation of reservations) {
    for (const id of reservation.elements.map(referencedId)) {
      // No copy: thousands may protect the same pool entry.
      const known = byElement.get(id) ?? [];
      known.push(reservation);
      byElement.set(id, known);
    }
  }
  return byElement;
}
