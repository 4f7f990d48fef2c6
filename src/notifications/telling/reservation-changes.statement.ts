import { zonesRead } from '../../database/across-zones.js';

/** Statements of the reservation changes repository. */

/** Changes of reservations, and ledger entries, per round: bounds time and memory after a long pause. */
const MAX_CHANGES = 2_000;
const MAX_ENTRIES = 20_000;

/** Bytes of the changes of a round, as stored: PostgreSQL compresses 87 to 1 at most, and fails at a list of 256 MiB. */
const MAX_CHANGE_BYTES = 2 * 1024 * 1024;

/** Reservations that are read at once: each may have some MiB, and thousands of subscriptions. More are read with a cursor. */
const CANDIDATES_AT_ONCE = 100;

/** About the bytes that are read at once. Fewer reservations, if they have more. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

export const IS_WATCHED = {
  name: 'are-reservations-watched',
  text: `select exists (select from subscriptions where kind = 'reservation') as found`,
};

export const LOCK = `
select w.sequence::float8 as sequence, extract(epoch from w.reached)::float8 as reached,
       w.subscribers::float8 as subscribers
  from reservation_watermarks w
 where w.zone_id = $1
   for update skip locked`;

/**
 * The end of a round: the zone's head and `until`, or less. Entries and time are cut at the same place, at the end of a
 * second; later changes are left to the next round. A round up to now includes what was decided since it began, and
 * reaches the time of that: looked at as of an earlier one, a reservation might not have begun yet. `most` is the maximum
 * of entries per round; `at`, when the last of them was recorded, is absent if there are no more.
 */
const GOAL = `
bounds as (
  select z.head, z.changed_at,
         least(z.head, $2::bigint + ${MAX_ENTRIES},
               (select min(sequence) from (
                  select sequence, row_number() over in_order as number,
                         sum(coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0))
                           over in_order as bytes
                    from (select * from reservation_changes where zone_id = $1 and sequence > $2
                           order by sequence, ordinal limit ${MAX_CHANGES}) some_of_them
                  window in_order as (order by sequence, ordinal)) counted
                 where number = ${MAX_CHANGES} or bytes > ${MAX_CHANGE_BYTES})) as most
    from zones z
   where z.zone_id = $1),
cut as (
  select b.*, (select e.recorded_at from ledger_entries e
                where e.zone_id = $1 and e.sequence = b.most and b.most < b.head) as at
    from bounds b),
goal as materialized (
  select c.head, s.number as subscribers,
         greatest($3::timestamptz, case when $5 then coalesce(c.at, greatest($4::timestamptz, c.changed_at))
                                        else least($4::timestamptz, c.at) end) as reached,
         case when $5 and c.at is null then c.head
              else coalesce((select max(e.sequence) from ledger_entries e
                              where e.zone_id = $1 and e.sequence > $2
                                and e.recorded_at <= case when $5 then c.at else least($4::timestamptz, c.at) end),
                            $2::bigint) end as sequence
    from cut c, subscription_changes s)`;

/** The last entry of a round. */
const SEQUENCE = '(select sequence from goal)';
const REACHED = '(select reached from goal)';

/**
 * Live reservations whose start lies after one instant and not after another, in a form that uses the index on the
 * window.
 */
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

/** $1 now; null: changes by admissions only, $2 lead in seconds */
export const ZONES_DUE = zonesRead('zones-to-tell-of', 2, ({ inReach }) => {
  const hasOne = (condition: string): string =>
    `exists (select 1 from reservations r where r.zone_id = w.zone_id and ${condition}${inReach('r.zone_id')})`;
  return `
select z.zone_id
  from zones z
  left join reservation_watermarks w on w.zone_id = z.zone_id${inReach('w.zone_id')}
 where (w.zone_id is null or w.sequence < z.head
    or ($1::timestamptz > w.reached and (
        ${hasOne(startsIn('w.reached', '$1'))}
        or ${hasOne(endsIn('w.reached', '$1'))}
        or ${hasOne(endsIn(later('w.reached', '$2'), later('$1', '$2')))}))
   )${inReach('z.zone_id')}`;
});

/**
 * Reservations that an admission created or changed, or whose start, end or approaching end has come. They are looked
 * up one by one (`offset 0`): their number is hard to estimate, and PostgreSQL would otherwise read all reservations of
 * the zone several times a second.
 *
 * A reservation changed only after the goal is read as it was before. One that is due by the goal is found by its
 * times. Its entries and later changes are found by its id alone: of a zone there may be many more.
 *
 * $1 zone, $2 told up to, $3 reached, $4 until, $5 that is now, $6 lead in seconds
 */
function untold(isWatched: string, answer: string, isOnCluster = false): string {
  const inZone = isOnCluster ? 'zone_id = $1 and ' : '';
  return `
with ${GOAL},
changed as (
  select reservation_id as id,
         jsonb_agg(jsonb_build_object('at', floor(extract(epoch from recorded_at)), 'before', before, 'after', after,
                                      'subscribers', subscribers, 'traceparent', traceparent)
                   order by sequence, ordinal) as changes,
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
due as (
  select id from reservations r where r.zone_id = $1 and ${startsIn('$3', REACHED)}
  union
  select id from reservations r where r.zone_id = $1 and ${endsIn('$3', REACHED)}
  union
  select id from reservations r where r.zone_id = $1 and ${endsIn(later('$3', '$6'), later(REACHED, '$6'))}),
candidates as (
  select id from changed union select id from overtaken union select id from due),
found as (
  select to_jsonb(r) as current, coalesce(c.told_until = '-infinity', false) as "isNew",
       nullif(c.told_until, '-infinity') as "toldUntil", coalesce(c.changes, '[]') as changes,
       (select l.before
          from (select * from reservation_changes where ${inZone}reservation_id = r.id offset 0) l
         where l.zone_id = $1 and l.sequence > ${SEQUENCE}
         order by l.sequence, l.ordinal limit 1) as later
  from candidates
 cross join lateral (select * from reservations where zone_id = $1 and id = candidates.id offset 0) r
 cross join lateral (select
                       from (select * from ledger_entries where ${inZone}owner_id = candidates.id offset 0) e
                      where e.zone_id = $1 and e.sequence <= ${SEQUENCE} limit 1) known
  left join changed c on c.id = r.id
 where ${isWatched}),
some_of_them as materialized (
  select to_jsonb(f) as candidate from found f limit ${CANDIDATES_AT_ONCE + 1})
select sequence::float8 as sequence, extract(epoch from reached)::float8 as reached, subscribers::float8 as subscribers,
       head::float8 as head, ${answer}`;
}

/** All in one row; null: they are too many, or too large, and `atOnce` of them are read at once. */
const IN_A_ROW = `
       case when size.number <= ${CANDIDATES_AT_ONCE} and size.bytes <= ${BYTES_AT_ONCE}
            then (select coalesce(jsonb_agg(candidate), '[]') from some_of_them) end as candidates,
       least(${CANDIDATES_AT_ONCE}, greatest(1, floor(${BYTES_AT_ONCE} * size.number / size.bytes)))::float8 as "atOnce"
  from goal,
       (select count(*) as number, coalesce(sum(pg_column_size(candidate)), 1)::float8 as bytes from some_of_them) size`;

/** A row each; without any, one row that has none. */
const A_ROW_EACH = `to_jsonb(f) as candidate from goal left join found f on true`;

const IS_WATCHED_HERE = `(exists (select from subscriptions s where s.kind = 'reservation' and s.reservation_ids = '[]')
        or exists (select from subscriptions s
                    where s.kind = 'reservation' and s.reservation_ids <> '[]' and s.reservation_ids ? r.id::text))`;

/** The node of a zone has no subscriptions: reservations that nothing watches are found too. */
const IS_ANY_WATCHED = '(select watches_changes from subscription_changes)';

export const UNTOLD = untold(IS_WATCHED_HERE, IN_A_ROW);
export const UNTOLD_ON_CLUSTER = untold(IS_ANY_WATCHED, IN_A_ROW, true);
export const MANY_UNTOLD = untold(IS_WATCHED_HERE, A_ROW_EACH);
export const MANY_UNTOLD_ON_CLUSTER = untold(IS_ANY_WATCHED, A_ROW_EACH, true);

/**
 * A list of a subscription may be long, so it is not read beyond those asked for. $1 reservations, $2 their tenants: the
 * subscriptions of others to all reservations are not read
 */
export const WATCHERS = `
select id, tenant, callback_uri as "callbackUri", since::float8 as since,
       floor(extract(epoch from created_at))::float8 as "createdAt", reservation_ids as "reservationIds"
  from subscriptions
 where kind = 'reservation' and disabled_at is null and reservation_ids = '[]'
   and (tenant is null or tenant = any ($2::text[]))
union all
select id, tenant, callback_uri, since::float8, floor(extract(epoch from created_at))::float8,
       (select jsonb_agg(r.id) from unnest($1::text[]) r(id) where reservation_ids ? r.id)
  from subscriptions
 where kind = 'reservation' and disabled_at is null and reservation_ids <> '[]' and reservation_ids ?| $1::text[]`;
