import type { EntityManager } from 'typeorm';

/**
 * Consecutive entries of a zone's ledger, by their latest end: a fold is built without the segments of the past. A ledger keeps all
 * entries, and reading those of years would take minutes.
 */

/** Entries of a segment. Stored segments have this size. */
export const SEGMENT = 1_000;

/** Segments that one statement records. */
const RECORDED_AT_ONCE = 50;

/** $1 zone → the number of recorded segments, and of those that are complete */
const COUNT = `
select (select coalesce(max(segment) + 1, 0) from ledger_segments where zone_id = $1) as recorded,
       (select head / ${SEGMENT} from zones where zone_id = $1)::int as complete`;

/** $1 zone, $2 the first segment, $3 the one after the last */
const RECORD = `
insert into ledger_segments (zone_id, segment, latest_end)
select zone_id, ((sequence - 1) / ${SEGMENT})::int,
       coalesce(max(ends_at) filter (where provider_id is not null), to_timestamp(0))
  from ledger_entries
 where zone_id = $1 and sequence > $2::bigint * ${SEGMENT} and sequence <= $3::bigint * ${SEGMENT}
 group by 1, 2
on conflict do nothing`;

/** Records the first of the complete segments of a zone that are not recorded yet. False if there are no others. */
export async function recordSegments(db: EntityManager, zoneId: string): Promise<boolean> {
  const [{ recorded, complete }] = await db.query<{ recorded: number; complete: number | null }[]>(COUNT, [
    zoneId,
  ]);
  if (complete === null || recorded >= complete) return false;
  const end = Math.min(recorded + RECORDED_AT_ONCE, complete);
  await db.query(RECORD, [zoneId, recorded, end]);
  return end < complete;
}

/** SQL: the recorded segments of zone $1 whose entries have all ended by an instant, in order. */
export function segmentsOver(by: string): string {
  return `(select coalesce(array_agg(segment order by segment), '{}')
               from ledger_segments where zone_id = $1 and latest_end <= ${by})`;
}

/** Ranges of entries `(after, upTo]`. */
export interface EntrySpan {
  readonly after: number;
  readonly upTo: number;
}

/**
 * The entries of a ledger without those of some segments, in order.
 *
 * @param over the segments to leave out, in order
 * @param most maximum entries per span
 */
export function* spansWithout(over: readonly number[], head: number, most: number): Iterable<EntrySpan> {
  let after = 0;
  for (const segment of [...over, Infinity]) {
    const end = Math.min(head, segment * SEGMENT);
    for (; after < end; after += most) yield { after, upTo: Math.min(after + most, end) };
    after = (segment + 1) * SEGMENT;
  }
}
