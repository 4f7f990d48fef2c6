/**
 * PostgreSQL expects far fewer groups than there are, and a hash of millions is written to disk in parts: with a million live
 * reservations this takes a third off.
 */
export const IDLE_SETTINGS = 'set local enable_hashagg = off';

/**
 * Live reservations that have begun by $1 and have been drawn on less than the share $2 since their start, the longest
 * idle first, at most $3 of them. $4 is the zone or null, $5 the tenant or null.
 *
 * The share is that of the class that was drawn on most. A reservation that moved has entries in several zones.
 */
export const IDLE = `
with live as (
  select id, zone_id, name, tenant, starts_at
    from reservations
   where ended_at is null and status <> 'waiting' and starts_at < $1::timestamptz and ends_at > $1
     and ($4::text is null or zone_id = $4)
     and ($5::text is null or tenant = $5)),
held as (
  select l.id, e.starts_at, e.ends_at, l.starts_at as since, a.key as class, a.value::bigint as promised, 0 as used
    from live l
    join ledger_entries e on e.owner_id = l.id and e.moves = 'reserved'
   cross join jsonb_each_text(e.amounts) a
  union all
  select l.id, e.starts_at, e.ends_at, l.starts_at, a.key, a.value::bigint, a.value::bigint
    from live l
    join instances i on i.reservation_id = l.id
    join ledger_entries e on e.zone_id = i.zone_id and e.owner_id = i.id and e.moves = 'allocated'
   cross join jsonb_each_text(e.amounts) a
   where not i.borrowed ? a.key),
clipped as (
  select id, class, promised, used,
         extract(epoch from least(ends_at, $1::timestamptz) - greatest(starts_at, since))::bigint as seconds
    from held
   where ends_at > since and starts_at < $1),
shares as (
  select id, class, sum(used::numeric * seconds) / sum(promised::numeric * seconds) as share
    from clipped
   group by id, class
  having sum(promised::numeric * seconds) > 0),
most as (select id, max(share) as share from shares group by id)
select l.id as "reservationId", l.name, l.tenant, l.zone_id as zone, l.starts_at as start,
       round(m.share, 6)::float8 as "usedShare",
       round((1 - m.share) * extract(epoch from $1::timestamptz - l.starts_at) / 3600, 6)::float8 as "idleHours"
  from most m
  join live l on l.id = m.id
 where m.share < $2::numeric
 order by (1 - m.share) * extract(epoch from $1::timestamptz - l.starts_at) desc, l.id
 limit $3`;
