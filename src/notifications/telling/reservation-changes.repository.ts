import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ReservationRecord } from '../../allocation/records.js';
import { reservationOf, type StoredReservation } from '../../allocation/stored-rows.js';
import { timestamp } from '../../database/columns.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import type { RecordedChange } from './reservation-story.js';

/** How far the changes of a zone's reservations are told. */
export interface Watermark {
  readonly sequence: number;
  readonly reached: Instant;
  /** The change of subscribers that was known then. */
  readonly subscribers: number;
}

/** What one round tells: what has happened between a watermark and the next. */
export interface Untold {
  /** How far it goes. */
  readonly goal: Watermark;
  /** There is more by now. */
  readonly hasMore: boolean;
  readonly candidates: readonly Candidate[];
}

/** Up to when a round is to go at most. */
export interface Limit {
  readonly until: Instant;
  /** Where it goes as far as now, whatever is committed is to be told. */
  readonly now: Instant;
  readonly leadSeconds: number;
}

/** A reservation of which there may be something to tell. */
export interface Candidate {
  /** It has come into being since the watermark; where it has moved here since, since that of the zone it came from. */
  readonly isNew: boolean;
  /** Up to when it is told where it has moved here since. */
  readonly toldUntil?: Instant;
  readonly current: ReservationRecord;
  readonly changes: readonly RecordedChange[];
}

export interface Watcher {
  readonly id: string;
  readonly callbackUri?: string;
  readonly since: number;
  readonly createdAt: Instant;
  /** Empty: all reservations. */
  readonly reservationIds: readonly string[];
}

/** Appends and entries that one round looks at, so that its time and memory are bounded after a long pause. */
const MOST_CHANGES = 2_000;
const MOST_ENTRIES = 20_000;

const LOCK = `
select w.sequence::float8 as sequence, extract(epoch from w.reached)::float8 as reached,
       w.subscribers::float8 as subscribers
  from reservation_watermarks w
 where w.zone_id = $1
   for update skip locked`;

/**
 * How far a round goes: to the zone's head and to `until`, or as much of the way as is good for one round. Entries and time
 * are cut at the same place, at the end of a second: what was changed after it is told as it was before. `most` is as many
 * entries as a round takes; `at`, when the last of them was recorded, is absent where they are all there are.
 */
const GOAL = `
bounds as (
  select z.head,
         least(z.head, $2::bigint + ${MOST_ENTRIES},
               (select max(sequence) from (
                  select sequence from reservation_changes where zone_id = $1 and sequence > $2
                   order by sequence limit ${MOST_CHANGES}) some_of_them
                 having count(*) = ${MOST_CHANGES})) as most
    from zones z
   where z.zone_id = $1),
cut as (
  select b.*, (select e.recorded_at from ledger_entries e
                where e.zone_id = $1 and e.sequence = b.most and b.most < b.head) as at
    from bounds b),
goal as materialized (
  select c.head, s.number as subscribers,
         greatest($3::timestamptz, least($4::timestamptz, c.at)) as reached,
         case when $5 and c.at is null then c.head
              else coalesce((select max(e.sequence) from ledger_entries e
                              where e.zone_id = $1 and e.sequence > $2
                                and e.recorded_at <= case when $5 then c.at else least($4::timestamptz, c.at) end),
                            $2::bigint) end as sequence
    from cut c, subscription_changes s)`;

/** As far as a round goes, in entries and in time. */
const SEQUENCE = '(select sequence from goal)';
const REACHED = '(select reached from goal)';

/** Live reservations whose start lies after one instant and not after another, as the index on the window can find them. */
function startsIn(after: string, upTo: string): string {
  return `r.ended_at is null
     and tstzrange(r.starts_at, r.ends_at) && tstzrange(${after}::timestamptz, ${upTo}::timestamptz, '(]')
     and tstzrange(r.starts_at, r.ends_at) &> tstzrange(${after}::timestamptz, null, '()')`;
}

/** The same of their end. */
function endsIn(after: string, upTo: string): string {
  return `r.ended_at is null
     and tstzrange(r.starts_at, r.ends_at) && tstzrange(${after}::timestamptz, ${upTo}::timestamptz, '[]')
     and tstzrange(r.starts_at, r.ends_at) &< tstzrange(null, ${upTo}::timestamptz)`;
}

function later(instant: string, seconds: string): string {
  return `(${instant}::timestamptz + ${seconds} * interval '1 s')`;
}

/** Whether an instant, in seconds, less a lead comes within a round. */
function isIn(seconds: string, lead: string): string {
  return `to_timestamp(${seconds}::float8 - ${lead}::float8) > $3::timestamptz
          and to_timestamp(${seconds}::float8 - ${lead}::float8) <= ${REACHED}`;
}

/** $1 now; null: only what admissions did, $2 lead in seconds */
const ZONES_DUE = `
select z.zone_id
  from zones z
  left join reservation_watermarks w using (zone_id)
 where w.zone_id is null or w.sequence < z.head
    or ($1::timestamptz > w.reached and (
        exists (select from reservations r where r.zone_id = w.zone_id and ${startsIn('w.reached', '$1')})
        or exists (select from reservations r where r.zone_id = w.zone_id and ${endsIn('w.reached', '$1')})
        or exists (select from reservations r
                    where r.zone_id = w.zone_id and ${endsIn(later('w.reached', '$2'), later('$1', '$2'))})))`;

/**
 * What may have something to tell: reservations an admission changed, those made since, and those at which a start, an
 * end or an approaching end has come. They are looked up one by one (`offset 0` says so): how many there are is hard to
 * foresee, and PostgreSQL would rather read all reservations of the zone several times a second.
 *
 * What an admission changed only after the goal is told as it was before; one that is due by the goal is found by that.
 *
 * $1 zone, $2 told up to, $3 reached, $4 until, $5 that is now, $6 lead in seconds
 */
const UNTOLD = `
with ${GOAL},
changed as (
  select reservation_id as id,
         jsonb_agg(jsonb_build_object('at', floor(extract(epoch from recorded_at)), 'before', before, 'after', after,
                                      'subscribers', subscribers) order by sequence, ordinal) as changes,
         (array_agg(extract(epoch from told_until)::float8 order by sequence, ordinal))[1] as told_until
    from reservation_changes
   where zone_id = $1 and sequence > $2 and sequence <= ${SEQUENCE}
   group by reservation_id),
overtaken as (
  select distinct l.reservation_id as id
    from reservation_changes l
   where l.zone_id = $1 and l.sequence > ${SEQUENCE}
     and (${isIn("(l.before -> 'window' ->> 'start')", '0')} or ${isIn("(l.before -> 'window' ->> 'end')", '0')}
          or ${isIn("(l.before -> 'window' ->> 'end')", '$6')})),
made as (
  select r.id
    from (select distinct owner_id as id from ledger_entries
           where zone_id = $1 and sequence > $2 and sequence <= ${SEQUENCE}
             and owner_kind = 'reservation') owners
   cross join lateral (select id from reservations where zone_id = $1 and id = owners.id offset 0) r
   where not exists (select from ledger_entries e where e.zone_id = $1 and e.owner_id = r.id and e.sequence <= $2)),
due as (
  select id from reservations r where r.zone_id = $1 and ${startsIn('$3', REACHED)}
  union
  select id from reservations r where r.zone_id = $1 and ${endsIn('$3', REACHED)}
  union
  select id from reservations r where r.zone_id = $1 and ${endsIn(later('$3', '$6'), later(REACHED, '$6'))}),
candidates as (
  select id from changed union select id from overtaken union select id from made union select id from due),
found as (
  select to_jsonb(r) as current, coalesce(c.told_until = '-infinity', m.id is not null) as "isNew",
       nullif(c.told_until, '-infinity') as "toldUntil", coalesce(c.changes, '[]') as changes,
       (select l.before from reservation_changes l
         where l.zone_id = $1 and l.reservation_id = r.id and l.sequence > ${SEQUENCE}
         order by l.sequence, l.ordinal limit 1) as later
  from candidates
 cross join lateral (select * from reservations where zone_id = $1 and id = candidates.id offset 0) r
 cross join lateral (select from ledger_entries e
                      where e.zone_id = $1 and e.owner_id = candidates.id
                        and e.sequence <= ${SEQUENCE} limit 1) known
  left join changed c on c.id = r.id
  left join made m on m.id = r.id
 where (exists (select from subscriptions s where s.kind = 'reservation' and s.reservation_ids = '[]')
        or exists (select from subscriptions s
                    where s.kind = 'reservation' and s.reservation_ids <> '[]' and s.reservation_ids ? r.id::text)))
select sequence::float8 as sequence, extract(epoch from reached)::float8 as reached, subscribers::float8 as subscribers,
       head::float8 as head, (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from found f) as candidates
  from goal`;

const WATCHERS = `
select id, callback_uri as "callbackUri", since::float8 as since,
       floor(extract(epoch from created_at))::float8 as "createdAt", reservation_ids as "reservationIds"
  from subscriptions
 where kind = 'reservation' and disabled_at is null and reservation_ids = '[]'
union all
select id, callback_uri, since::float8, floor(extract(epoch from created_at))::float8, reservation_ids
  from subscriptions
 where kind = 'reservation' and disabled_at is null and reservation_ids <> '[]' and reservation_ids ?| $1::text[]`;

@Injectable()
export class ReservationChangesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isWatched(): Promise<boolean> {
    const [{ found }] = await this.dataSource.query<{ found: boolean }[]>(
      `select exists (select from subscriptions where kind = 'reservation') as found`,
    );
    return found;
  }

  /** Zones with something to tell by now; without `now` only what admissions did is looked for. */
  async zonesDue(leadSeconds: number, now?: Instant): Promise<string[]> {
    const rows = await this.dataSource.query<{ zone_id: string }[]>(ZONES_DUE, [
      now === undefined ? null : timestamp(now),
      leadSeconds,
    ]);
    return rows.map(({ zone_id }) => zone_id);
  }

  /** Undefined while another process is at the zone. A zone that is younger than all subscriptions starts here. */
  async lock(tx: EntityManager, zoneId: string): Promise<Watermark | undefined> {
    await tx.query(
      `insert into reservation_watermarks (zone_id, sequence, reached, subscribers)
       select zone_id, 0, created_at, 0 from zones where zone_id = $1
       on conflict do nothing`,
      [zoneId],
    );
    return (await tx.query<Watermark[]>(LOCK, [zoneId])).at(0);
  }

  /** All of one snapshot: what is committed meanwhile is neither within the goal nor hidden from it. */
  async untold(
    tx: EntityManager,
    zoneId: string,
    told: Watermark,
    { until, now, leadSeconds }: Limit,
  ): Promise<Untold> {
    const [{ head, candidates, ...goal }] = await tx.query<StoredUntold[]>(UNTOLD, [
      zoneId,
      told.sequence,
      timestamp(told.reached),
      timestamp(until),
      until === now,
      leadSeconds,
    ]);
    return {
      goal,
      hasMore: goal.sequence < head || goal.reached < now,
      candidates: candidates.map(candidateOf),
    };
  }

  /** Who watches any of some reservations. */
  async watchers(tx: EntityManager, reservationIds: readonly string[]): Promise<Watcher[]> {
    const rows = await tx.query<(Watcher & { callbackUri: string | null })[]>(WATCHERS, [reservationIds]);
    return rows.map((row) => ({ ...row, callbackUri: row.callbackUri ?? undefined }));
  }

  /** Everything up to there is told. */
  async moveOn(tx: EntityManager, zoneId: string, told: Watermark): Promise<void> {
    await tx.query(
      `update reservation_watermarks set sequence = $2, reached = $3, subscribers = $4 where zone_id = $1`,
      [zoneId, told.sequence, timestamp(told.reached), told.subscribers],
    );
    await tx.query(`delete from reservation_changes where zone_id = $1 and sequence <= $2`, [
      zoneId,
      told.sequence,
    ]);
  }
}

interface StoredUntold extends Watermark {
  readonly head: number;
  readonly candidates: readonly StoredCandidate[];
}

interface StoredCandidate {
  readonly current: StoredReservation;
  readonly isNew: boolean;
  readonly toldUntil: Instant | null;
  /** What it was before a change that this round leaves to the next. */
  readonly later: StoredRecord | null;
  readonly changes: readonly (Omit<RecordedChange, 'before' | 'after'> & {
    readonly before: StoredRecord;
    readonly after: StoredRecord;
  })[];
}

function candidateOf({ isNew, toldUntil, current, changes, later }: StoredCandidate): Candidate {
  return {
    isNew,
    toldUntil: toldUntil ?? undefined,
    current: later ? recordOf(later) : reservationOf(current),
    changes: changes.map((change) => ({
      ...change,
      before: recordOf(change.before),
      after: recordOf(change.after),
    })),
  };
}

/** A record as the append wrote it down: JSON has no infinity. */
type StoredRecord = Omit<ReservationRecord, 'window'> & {
  readonly window: { readonly start: Instant; readonly end: Instant | null };
};

function recordOf({ window, ...record }: StoredRecord): ReservationRecord {
  return { ...record, window: { start: window.start, end: window.end ?? FOREVER } };
}
