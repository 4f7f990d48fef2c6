import { timestamp } from '../database/columns.js';
import { all, sql, sqlWord, type Sql } from '../database/sql.js';
import type { Instant } from '../kernel/time-window.js';

/** What a usage report has a row for, per resource class. */
export const USAGE_KEYS = ['reservation', 'tenant', 'zone', 'provider', 'class'] as const;

export type UsageKey = (typeof USAGE_KEYS)[number];

/** What a report covers: [from, to), of one zone or all, of one tenant or all. */
export interface UsageScope {
  readonly from: Instant;
  readonly to: Instant;
  readonly zoneId?: string;
  readonly tenant?: string;
  /** On a cluster the entries of a reservation that moved lie on other nodes than its row. */
  readonly isDistributed: boolean;
}

/** The reservation an entry belongs to: its own, or the one its instance draws on. */
const RESERVATION = `coalesce(i.reservation_id, case e.owner_kind when 'reservation' then e.owner_id end)`;

/** An instance without a reservation has a tenant of its own. */
const TENANT = 'coalesce(r.tenant, i.tenant)';

/** `collate "C"` compares bytes: a locale's comparison is several times slower. */
const KEY: Readonly<Record<UsageKey, string>> = {
  reservation: RESERVATION,
  tenant: `${TENANT} collate "C"`,
  zone: 'e.zone_id collate "C"',
  provider: 'e.provider_id',
  class: 'null::text',
};

/** The resource classes of the entries in a report. */
export function usageClasses(scope: UsageScope): Sql {
  return sql`
select distinct class
  from ledger_entries e
 cross join jsonb_object_keys(e.amounts) class
 where ${isCovered(scope)}`;
}

/**
 * Per key and class: integrals over the ledger, in unit-hours, and the peak (semantics §9, reports).
 *
 * An entry adds its amount from its start on and takes it away at its end. The integral over a key's changes is minus the sum of
 * change × instant, because the changes of an entry add up to zero. Only the peak needs running sums.
 *
 * Each class has columns of its own. With a row per class the sort, which takes most of the time, has as many times the rows.
 *
 * A class that an instance borrows comes from the pool as a whole, so it is not drawn from the reservation.
 *
 * @param classes those of `usageClasses`, at least one
 */
export function usageStatement(by: UsageKey, classes: readonly string[], scope: UsageScope): Sql {
  const ofEach = (columns: (n: Sql, name: string) => Sql): Sql =>
    classes
      .map((name, index) => columns(sqlWord(String(index)), name))
      .reduce((before, next) => sql`${before}, ${next}`);
  const hasTenants = by === 'tenant' || scope.tenant !== undefined;
  const nothing = sqlWord('');
  const reservation = sqlWord(RESERVATION);
  const conditions = [isCovered(scope)];
  if (scope.tenant !== undefined) conditions.push(sql`${sqlWord(TENANT)} = ${scope.tenant}`);
  if (by === 'reservation') conditions.push(sql`${reservation} is not null`);
  // `offset 0` keeps PostgreSQL from merging a step into the next, which would compute amounts again for each use and sort whole entries.
  return sql`
with entries as (
  select ${sqlWord(KEY[by])} as key, e.moves = 'reserved' as is_reserved,
         extract(epoch from greatest(e.starts_at, ${timestamp(scope.from)}::timestamptz))::bigint as starts,
         extract(epoch from least(e.ends_at, ${timestamp(scope.to)}::timestamptz))::bigint as ends,
         ${ofEach((n, name) => {
           const isDrawn = sql`coalesce(i.reservation_id is not null and not i.borrowed ? ${name}, false)`;
           return sql`(e.amounts ->> ${name})::bigint as amount${n}, ${isDrawn} as is_drawn${n}`;
         })}
    from ledger_entries e
    left join instances i on e.moves = 'allocated' and i.zone_id = e.zone_id and i.id = e.owner_id
    ${hasTenants ? sql`left join ${reservationsFor(scope)} r on r.id = ${reservation}` : nothing}
   where ${all(conditions)}
  offset 0),
changes as (
  select key, at,
         ${ofEach(
           (n) => sql`
         case when is_reserved or is_drawn${n} then sign * amount${n} end as promised${n},
         case when is_drawn${n} then sign * amount${n} end as used${n},
         case when not is_reserved and not is_drawn${n} then sign * amount${n} end as unreserved${n}`,
         )}
    from entries
   cross join lateral (values (starts, 1), (ends, -1)) change(at, sign)
  offset 0),
levels as (
  select *, ${ofEach((n) => sql`sum(promised${n}) over step as level${n}`)}
    from changes
  window step as (partition by key order by at)),
figures as (
  select key,
         ${ofEach(
           (n) => sql`
         coalesce(-sum(promised${n}::numeric * at), 0) as promised${n},
         coalesce(-sum(used${n}::numeric * at), 0) as used${n},
         coalesce(-sum(unreserved${n}::numeric * at), 0) as unreserved${n},
         coalesce(max(level${n}), 0) as peak${n}`,
         )}
    from levels
   group by key)
select ${by === 'class' ? nothing : sql`f.key::text as key,`}
       ${by === 'reservation' ? sql`r.name, r.tenant,` : nothing}
       c.class,
       round(c.promised / 3600, 6)::float8                             as "reservedHours",
       round(c.used / 3600, 6)::float8                                 as "usedHours",
       round((c.promised - c.used) / 3600, 6)::float8                  as "idleHours",
       round(c.unreserved / 3600, 6)::float8                           as "unreservedHours",
       c.peak::float8                                                  as peak,
       round((c.promised - c.used) / nullif(c.promised, 0), 6)::float8 as "idleShare"
  from figures f
  ${by === 'reservation' ? sql`left join reservations r on r.id = f.key` : nothing}
 cross join lateral (values ${ofEach(
   (n, name) => sql`(${name}, promised${n}, used${n}, unreserved${n}, peak${n})`,
 )}) c(class, promised, used, unreserved, peak)
 where c.promised <> 0 or c.unreserved <> 0
 order by f.key, c.class`;
}

/** `offset 0`: Citus reads the subquery first, and sends its rows to the nodes of the entries. */
function reservationsFor({ isDistributed }: UsageScope): Sql {
  return sqlWord(isDistributed ? '(select id, tenant from reservations offset 0)' : 'reservations');
}

function isCovered({ from, to, zoneId }: UsageScope): Sql {
  return all([
    sql`e.moves in ('reserved', 'allocated') and e.starts_at < ${timestamp(to)}::timestamptz and e.ends_at > ${timestamp(from)}::timestamptz`,
    zoneId === undefined ? sqlWord('true') : sql`e.zone_id = ${zoneId}`,
  ]);
}
