/**
 * The audit: a second implementation of the invariant, in SQL and from the entries alone. It shares nothing with the service's own
 * arithmetic, so that a mistake in one shows as a difference from the other. One process runs it, and all publish its findings.
 */

const LEDGER_STEPS = `
  create function ledger_steps(wanted_zone text default null)
  returns table (zone_id text, provider_id uuid, class text, at timestamptz, until timestamptz,
                 total numeric, reserved numeric, allocated numeric)
  language sql stable as $$
    with amounts as (
      select e.zone_id, e.provider_id, a.key as class, e.moves, e.starts_at, e.ends_at, a.value::numeric as amount
        from ledger_entries e, jsonb_each_text(e.amounts) a
       where wanted_zone is null or e.zone_id = wanted_zone),
    changes as (
      select m.zone_id, m.provider_id, m.class, m.starts_at as at, m.moves, m.amount from amounts m
      union all
      select m.zone_id, m.provider_id, m.class, m.ends_at, m.moves, -m.amount from amounts m where isfinite(m.ends_at)),
    instants as (
      select c.zone_id, c.provider_id, c.class, c.at,
             sum(c.amount) filter (where c.moves = 'total')     as total,
             sum(c.amount) filter (where c.moves = 'reserved')  as reserved,
             sum(c.amount) filter (where c.moves = 'allocated') as allocated
        from changes c
       group by c.zone_id, c.provider_id, c.class, c.at)
    select i.zone_id, i.provider_id, i.class, i.at,
           coalesce(lead(i.at) over step, 'infinity'),
           coalesce(sum(i.total) over step, 0),
           coalesce(sum(i.reserved) over step, 0),
           coalesce(sum(i.allocated) over step, 0)
      from instants i
    window step as (partition by i.zone_id, i.provider_id, i.class order by i.at)
  $$;
  comment on function ledger_steps is 'the figures of every provider and class, one row per instant at which they change'`;

const LEDGER_AUDIT = `
  create function ledger_audit(wanted_zone text default null, since timestamptz default '-infinity')
  returns table (zone_id text, provider_id uuid, class text, at timestamptz, until timestamptz,
                 total numeric, reserved numeric, allocated numeric, available numeric, finding text)
  language sql stable as $$
    select s.zone_id, s.provider_id, s.class, s.at, s.until, s.total, s.reserved, s.allocated,
           s.total - s.reserved - s.allocated,
           case when s.total < 0     then 'total is negative'
                when s.reserved < 0  then 'reserved is negative'
                when s.allocated < 0 then 'allocated is negative'
                else 'available is negative' end
      from ledger_steps(wanted_zone) s
     where s.until > since
       and least(s.total, s.reserved, s.allocated, s.total - s.reserved - s.allocated) < 0
    union all
    select z.zone_id, null, null, null, null, null, null, null, null,
           format('head is %s but the last entry is %s', z.head, coalesce(max(e.sequence), 0))
      from zones z left join ledger_entries e on e.zone_id = z.zone_id
     where wanted_zone is null or z.zone_id = wanted_zone
     group by z.zone_id, z.head
    having z.head <> coalesce(max(e.sequence), 0)
  $$;
  comment on function ledger_audit is 'every instant at which total = available + reserved + allocated, none negative, fails; empty when all is well'`;

const LEDGER_AUDITS = `
  create table ledger_audits (
    only_row   boolean     not null default true constraint ledger_audits_pkey primary key
                                                 constraint ledger_audits_one_row check (only_row),
    violations integer     not null,
    zones      integer     not null,
    skipped    integer     not null,
    seconds    float8      not null,
    ended_at   timestamptz not null
  );
  comment on table ledger_audits is
    'the last audit of the ledger: its findings, the zones it looked at, those it gave up on, and how long it took'`;

export const AUDIT: readonly string[] = [LEDGER_STEPS, LEDGER_AUDIT, LEDGER_AUDITS];

export const DROP_AUDIT = `
  drop table ledger_audits;
  drop function ledger_audit(text, timestamptz), ledger_steps(text)`;
