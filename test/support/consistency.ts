import { onServer } from './postgres.js';

/**
 * Compares the rows stored beside the ledger with the ledger itself, in SQL. At every instant from $1 on, the entries of a reservation, an
 * instance or a pool must add up to the amounts of its row. Each row returned is a difference.
 */
const ENTRIES_AGREE_WITH_ROWS = `
with actual as (
  select e.zone_id, e.moves, e.owner_id, e.provider_id, a.key as class, a.value::numeric as amount,
         greatest(e.starts_at, $1) as starts_at, e.ends_at
    from ledger_entries e, jsonb_each_text(e.amounts) a
   where e.ends_at > $1),
live_instances as (
  select * from instances where state in ('pending', 'active') and ends_at > $1),
remainders as (
  select c.zone_id, c.reservation_id, c.provider_id, a.key as class, a.value::numeric as amount
    from claims c, jsonb_each_text(c.amounts) a
  union all
  select i.zone_id, i.reservation_id, i.provider_id, a.key,
         coalesce((i.borrowed ->> a.key)::numeric, 0) - a.value::numeric
    from live_instances i, jsonb_each_text(i.amounts) a
   where i.reservation_id is not null),
expected as (
  select m.zone_id, 'reserved' as moves, m.reservation_id as owner_id, m.provider_id, m.class, m.amount,
         greatest(r.starts_at, $1) as starts_at, r.ends_at
    from remainders m join reservations r on r.zone_id = m.zone_id and r.id = m.reservation_id
   where r.ended_at is null and r.ends_at > $1
  union all
  select i.zone_id, 'allocated', i.id, i.provider_id, a.key, a.value::numeric, greatest(i.starts_at, $1), i.ends_at
    from live_instances i, jsonb_each_text(i.amounts) a
  union all
  select p.zone_id, 'total', p.id, p.provider_id, a.key, a.value::numeric, greatest(p.starts_at, $1), p.ends_at
    from pool_entries p, jsonb_each_text(p.amounts) a
   where p.ends_at > $1),
differences as (
  select zone_id, moves, owner_id, provider_id, class, amount, starts_at, ends_at from actual
  union all
  select zone_id, moves, owner_id, provider_id, class, -amount, starts_at, ends_at from expected),
changes as (
  select zone_id, moves, owner_id, provider_id, class, starts_at as at, amount from differences
  union all
  select zone_id, moves, owner_id, provider_id, class, ends_at, -amount from differences where isfinite(ends_at))
select format('%s of %s on %s: %s is off by %s at %s', moves, owner_id, provider_id, class, sum(amount), at) as finding
  from changes
 group by zone_id, moves, owner_id, provider_id, class, at
having sum(amount) <> 0`;

/** The claims of an admitted reservation add up to its amounts. A reservation in conflict, or ended, claims what its instances use. */
const CLAIMS_AGREE_WITH_AMOUNTS = `
with parts as (
  select r.zone_id, r.id, a.key as class, a.value::numeric as amount
    from reservations r, jsonb_each_text(r.amounts) a
   where r.status = 'admitted' and r.ends_at > $1
  union all
  select r.zone_id, r.id, a.key, a.value::numeric - coalesce((i.borrowed ->> a.key)::numeric, 0)
    from reservations r
    join instances i on i.zone_id = r.zone_id and i.reservation_id = r.id, jsonb_each_text(i.amounts) a
   where r.status <> 'admitted' and r.ends_at > $1 and i.state in ('pending', 'active') and i.ends_at > $1
  union all
  select c.zone_id, c.reservation_id, a.key, -a.value::numeric
    from claims c join reservations r on r.zone_id = c.zone_id and r.id = c.reservation_id, jsonb_each_text(c.amounts) a
   where r.ends_at > $1)
select format('claims of %s: %s is off by %s', id, class, sum(amount)) as finding
  from parts
 group by zone_id, id, class
having sum(amount) <> 0`;

/**
 * Live reservations have as many addresses as they reserve, each assigned for their whole window, or since they got it, and
 * no others.
 */
const ADDRESSES_AGREE = `
select format('address %s of reservation %s is %s', coalesce(said.address, host(given.address)),
              coalesce(said.id, given.reservation_id), case when said.id is null then 'not on its record' else 'not assigned' end) as finding
  from (select r.zone_id, r.id, r.starts_at, r.ends_at, a.address
          from reservations r, jsonb_array_elements_text(r.addresses) as a(address)
         where r.ended_at is null and r.ends_at > $1) said
  full join (select g.* from address_assignments g
               join reservations r on r.zone_id = g.zone_id and r.id = g.reservation_id
              where r.ended_at is null and g.ends_at > $1) given
    on given.zone_id = said.zone_id and given.reservation_id = said.id and host(given.address) = said.address
       and given.ends_at = said.ends_at
       and (given.starts_at = said.starts_at or given.starts_at > said.starts_at and given.starts_at <= $1)
 where said.id is null or given.reservation_id is null
union all
select format('reservation %s holds %s addresses, not %s', r.id, jsonb_array_length(r.addresses), r.amounts ->> 'addresses')
  from reservations r
 where r.ended_at is null and r.ends_at > $1 and r.status <> 'waiting'
   and jsonb_array_length(r.addresses) <> coalesce((r.amounts ->> 'addresses')::int, 0)
union all
select format('address %s is in no range of its zone', host(g.address))
  from address_assignments g
 where not exists (select 1 from address_ranges a where a.zone_id = g.zone_id and a.range >>= g.address)`;

/** No partial writes: entry numbers have no gaps, and every owner that an entry names exists, possibly in another zone by now. */
const NOTHING_HALF = `
select format('zone %s: head %s, %s entries, last %s', z.zone_id, z.head, count(e.sequence), max(e.sequence)) as finding
  from zones z left join ledger_entries e on e.zone_id = z.zone_id
 group by z.zone_id, z.head
having z.head <> count(e.sequence) or z.head <> coalesce(max(e.sequence), 0)
union all
select format('entry %s names %s %s, which is not there', e.sequence, e.owner_kind, e.owner_id)
  from ledger_entries e
 where e.owner_id not in (select id from reservations)
   and not exists (select 1 from instances i where i.zone_id = e.zone_id and i.id = e.owner_id)
   and not exists (select 1 from pool_entries p where p.zone_id = e.zone_id and p.id = e.owner_id)
   and not exists (select 1 from providers p where p.zone_id = e.zone_id and p.id = e.owner_id)
union all
select format('reservation %s has no entry', r.id)
  from reservations r
 where not exists (select 1 from ledger_entries e where e.zone_id = r.zone_id and e.owner_id = r.id)
union all
select format('instance %s has no entry', i.id)
  from instances i
 where not exists (select 1 from ledger_entries e where e.zone_id = i.zone_id and e.owner_id = i.id)
union all
select format('pool %s has no entry', p.id)
  from pool_entries p
 where not exists (select 1 from ledger_entries e where e.zone_id = p.zone_id and e.owner_id = p.id)`;

const NO_NOW = [NOTHING_HALF];
const FROM_NOW = [ENTRIES_AGREE_WITH_ROWS, CLAIMS_AGREE_WITH_AMOUNTS, ADDRESSES_AGREE];

/** All inconsistencies in a database, in words; empty if there are none. */
export function inconsistencies(url: string, now: number): Promise<string[]> {
  return onServer(url, async (client) => {
    const findings: string[] = [];
    for (const sql of [...NO_NOW, ...FROM_NOW]) {
      const { rows } = await client.query<{ finding: string }>(
        sql,
        NO_NOW.includes(sql) ? [] : [new Date(now * 1000)],
      );
      findings.push(...rows.map(({ finding }) => finding));
    }
    return findings;
  });
}

export interface AuditFinding {
  readonly class: string;
  readonly finding: string;
  readonly total: number;
  readonly reserved: number;
  readonly allocated: number;
}

/** The database's own audit of the invariant. */
export function auditFindings(url: string): Promise<AuditFinding[]> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<AuditFinding>(
      `select class, finding, total::float8, reserved::float8, allocated::float8 from ledger_audit()`,
    );
    return rows;
  });
}
