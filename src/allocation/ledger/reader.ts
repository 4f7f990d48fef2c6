import type { EntityManager } from 'typeorm';
import { oneByOne } from '../../database/across-zones.js';
import { layoutOf } from '../../database/layout.js';
import type { JsonRow } from '../../database/entity-columns.js';
import { hidden, queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import { referencedId } from '../../kernel/identifiers.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { traitsOf, type StoredTraits, type Traits } from '../../kernel/traits.js';
import type { LoadedRows } from '../admission/loaded-rows.js';
import type { FoldEntry } from '../fold/entry.js';
import type { CombinedNeeds } from '../admission/needs.js';
import type { CountedReservation, HeldReservation, ReservationRecord } from '../admission/records.js';
import { MAX_CHAINED } from './snapshot.parts.js';
import { snapshotStatement } from './snapshot.statement.js';
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
import type { Unbacked, ZoneView } from '../fold/zone-fold.js';

/** Which of them lack addresses is not read. */
export function unbackedIn(row: Pick<SnapshotRow, 'unbacked_from'>): Unbacked {
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
  /** When the last entry read was decided. The zone's time may be later, see `advanceZoneClock`. */
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
    `select coalesce(json_object_agg(id, traits), '{}') as traits from providers where zone_id = $1`,
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

function protectorsByElement(records: readonly ReservationRecord[]): Map<string, CountedReservation[]> {
  const byElement = new Map<string, CountedReservation[]>();
  for (const reservation of records) {
    for (const id of reservation.elements.map(referencedId)) {
      // No copy: thousands may protect the same pool entry.
      const known = byElement.get(id) ?? [];
      known.push(reservation);
      byElement.set(id, known);
    }
  }
  return byElement;
}
