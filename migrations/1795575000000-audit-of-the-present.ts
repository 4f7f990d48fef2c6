import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT } from './baseline/audit.js';

/** In PL/pgSQL, because Citus can't plan functions in SQL that have parameters. A plan for any zone would read those of all. */
const LEDGER_STEPS = `
  create function ledger_steps(wanted_zone text default null, since timestamptz default '-infinity')
  returns table (zone_id text, provider_id uuid, class text, at timestamptz, until timestamptz,
                 total numeric, reserved numeric, allocated numeric)
  language plpgsql stable set plan_cache_mode = force_custom_plan as $$
  #variable_conflict use_column
  begin
    return query
    with amounts as (
      select e.zone_id, e.provider_id, a.key as class, e.moves, e.starts_at, e.ends_at, a.value::numeric as amount
        from ledger_entries e, jsonb_each_text(e.amounts) a
       where (wanted_zone is null or e.zone_id = wanted_zone) and e.ends_at > since),
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
    window step as (partition by i.zone_id, i.provider_id, i.class order by i.at);
  end $$`;

/** Each part is a statement: on Citus, one about zones must not call another function about zones. */
const LEDGER_AUDIT = `
  create or replace function ledger_audit(wanted_zone text default null, since timestamptz default '-infinity')
  returns table (zone_id text, provider_id uuid, class text, at timestamptz, until timestamptz,
                 total numeric, reserved numeric, allocated numeric, available numeric, finding text)
  language plpgsql stable as $$
  #variable_conflict use_column
  begin
    return query
    select s.zone_id, s.provider_id, s.class, s.at, s.until, s.total, s.reserved, s.allocated,
           s.total - s.reserved - s.allocated,
           case when s.total < 0     then 'total is negative'
                when s.reserved < 0  then 'reserved is negative'
                when s.allocated < 0 then 'allocated is negative'
                else 'available is negative' end
      from ledger_steps(wanted_zone, since) s
     where s.until > since
       and least(s.total, s.reserved, s.allocated, s.total - s.reserved - s.allocated) < 0;
    return query
    select z.zone_id, null::uuid, null::text, null::timestamptz, null::timestamptz,
           null::numeric, null::numeric, null::numeric, null::numeric,
           format('head is %s but the last entry is %s', z.head, coalesce(max(e.sequence), 0))
      from zones z left join ledger_entries e on e.zone_id = z.zone_id
     where wanted_zone is null or z.zone_id = wanted_zone
     group by z.zone_id, z.head
    having z.head <> coalesce(max(e.sequence), 0);
  end $$`;

/**
 * The audit in the background looks back a day, but it sorted every entry of a zone: after some years it took longer than the five
 * minutes that a zone may take, and the zone was skipped from then on.
 */
export class AuditOfThePresent1795575000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop function ledger_steps(text)');
    await runner.query(LEDGER_STEPS);
    await runner.query(
      `comment on function ledger_steps is 'the figures of every provider and class, one row per instant at which they change; right from since on'`,
    );
    await runner.query(LEDGER_AUDIT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function ledger_audit(text, timestamptz)');
    await runner.query('drop function ledger_steps(text, timestamptz)');
    const [steps, audit] = AUDIT;
    for (const statement of [...steps.split(';\n'), ...audit.split(';\n')]) await runner.query(statement);
  }
}
