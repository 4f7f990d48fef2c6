/** What a usage report has a row for, per resource class. */
export const USAGE_KEYS = ['reservation', 'tenant', 'zone', 'provider', 'class'] as const;

export type UsageKey = (typeof USAGE_KEYS)[number];

/** The reservation an entry belongs to: its own, or the one its instance draws on. */
const RESERVATION = `coalesce(i.reservation_id, case e.owner_kind when 'reservation' then e.owner_id end)`;

/** An instance without a reservation has a tenant of its own. */
const TENANT = 'coalesce(r.tenant, i.tenant)';

const KEY: Readonly<Record<UsageKey, string>> = {
  reservation: RESERVATION,
  tenant: TENANT,
  zone: 'e.zone_id',
  provider: 'e.provider_id',
  class: 'null::text',
};

/**
 * Per key and class: integrals over the ledger within [$1, $2), in unit-hours, and the peak (semantics §9, reports).
 * $3 is the zone or null, $4 the tenant or null.
 *
 * An entry adds its amount from its start on and takes it away at its end. Sorted by key, class and instant, running
 * sums give the level after each change, and a level lasts until the next change. One sort serves all of it.
 *
 * A class that an instance borrows comes from the pool as a whole, so it is not drawn from the reservation.
 */
export function usageStatement(by: UsageKey): string {
  return `
with changes as (
  select ${KEY[by]} as key, a.key as class, change.at,
         a.value::bigint * change.sign * (e.moves = 'reserved' or f.is_drawn)::int as promised,
         a.value::bigint * change.sign * f.is_drawn::int as used,
         a.value::bigint * change.sign * (e.moves = 'allocated' and not f.is_drawn)::int as unreserved
    from ledger_entries e
    left join instances i on e.moves = 'allocated' and i.zone_id = e.zone_id and i.id = e.owner_id
    left join reservations r on r.id = ${RESERVATION}
   cross join jsonb_each_text(e.amounts) a
   cross join lateral (
     select coalesce(i.reservation_id is not null and not i.borrowed ? a.key, false) as is_drawn) f
   cross join lateral (values (extract(epoch from greatest(e.starts_at, $1::timestamptz))::bigint, 1),
                              (extract(epoch from least(e.ends_at, $2::timestamptz))::bigint, -1)) as change(at, sign)
   where e.moves in ('reserved', 'allocated')
     and e.starts_at < $2 and e.ends_at > $1
     and ($3::text is null or e.zone_id = $3)
     and ($4::text is null or ${TENANT} = $4)
     ${by === 'reservation' ? `and ${RESERVATION} is not null` : ''}),
instants as (
  select key, class, at, sum(promised) as promised, sum(used) as used, sum(unreserved) as unreserved
    from changes
   group by key, class, at),
levels as (
  select key, class, lead(at) over step - at as seconds,
         sum(promised) over step as promised, sum(used) over step as used, sum(unreserved) over step as unreserved
    from instants
  window step as (partition by key, class order by at)),
figures as (
  select key, class, coalesce(sum(promised * seconds), 0) as promised, coalesce(sum(used * seconds), 0) as used,
         coalesce(sum(unreserved * seconds), 0) as unreserved, max(promised) as peak
    from levels
   group by key, class)
select ${by === 'class' ? '' : 'f.key::text as key,'}
       ${by === 'reservation' ? 'r.name, r.tenant,' : ''}
       f.class,
       round(f.promised / 3600, 6)::float8                         as "reservedHours",
       round(f.used / 3600, 6)::float8                             as "usedHours",
       round((f.promised - f.used) / 3600, 6)::float8              as "idleHours",
       round(f.unreserved / 3600, 6)::float8                       as "unreservedHours",
       f.peak::float8                                              as peak,
       round((f.promised - f.used) / nullif(f.promised, 0), 6)::float8 as "idleShare"
  from figures f
  ${by === 'reservation' ? 'left join reservations r on r.id = f.key' : ''}
 where f.promised <> 0 or f.unreserved <> 0
 order by f.key, f.class`;
}
