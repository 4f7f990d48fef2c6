import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { WITHOUT_PAUSE, type Pace } from '../../kernel/pace.js';
import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { CapacityTimelinesBuilder } from '../fold/capacity-timelines-builder.js';
import type { CapacityTimelines } from '../fold/capacity-timelines.js';
import type { Movement } from '../fold/entry.js';
import { ZoneFold } from '../fold/zone-fold.js';
import { unbackedIn } from './reader.js';
import { segmentsOver, spansWithout } from './segments.js';
import { unbackedFrom } from './snapshot.statement.js';

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
  readonly changed_at: Instant;
  readonly created_at: Instant;
  readonly next_hold: Instant | null;
  readonly unbacked_from: Instant | null;
  /** Segments without an entry that ends after `since`. */
  readonly over: readonly number[];
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
  for (const { after, upTo } of spansWithout(zone.over, zone.head, CHUNK)) {
    const rows = await pace.step(() => db.query<ChunkRow[]>(FOLD_CHUNK, [zoneId, after, upTo, ...edges]));
    await pace.inParts(addRows(builders, rows));
  }
  const providers = await pace.inParts(buildAll(builders));
  const fold = new ZoneFold(zoneId, zone.head, zone.changed_at, since, providers, zone.tracked);
  fold.headBatch = zone.head_batch ?? undefined;
  fold.recordedAt = zone.head_recorded ?? zone.created_at;
  fold.nextHold = zone.next_hold ?? FOREVER;
  fold.expectWake(zone.head_recorded ?? 0, { unbacked: unbackedIn(zone) });
  await pace.inParts(fold.sumUp());
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
            extract(epoch from created_at)::float8 as created_at,
            last.batch as head_batch, extract(epoch from last.recorded_at)::float8 as head_recorded,
            (select extract(epoch from min(r.held_until))::float8 from reservations r
              where r.zone_id = $1 and r.held_until is not null and r.ended_at is null) as next_hold,
            ${unbackedFrom('$3')} as unbacked_from,
            ${segmentsOver('$3')} as over,
            (select coalesce(jsonb_agg(distinct jsonb_build_array(p.provider_id, class)), '[]')
               from pool_entries p, jsonb_object_keys(p.amounts) as class where p.zone_id = $1) as tracked
       from (select changed_at, created_at, least(head, $2) as head from zones where zone_id = $1) z
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
