import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each commit did to the addresses of a zone, so that subscriptions can replay the number of free ones. */
export class AddressEntries1795544000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  create table address_entries (
    number    bigint      generated always as identity constraint address_entries_pkey primary key,
    zone_id   text        not null constraint address_entries_zone_exists references zones,
    sequence  bigint      not null,
    starts_at timestamptz not null,
    ends_at   timestamptz not null,
    held      integer     not null,
    owned     bigint      not null,
    is_shared boolean     not null,
    constraint address_entries_window_not_empty check (starts_at < ends_at)
  );
  create index address_entries_of_zone on address_entries (zone_id, sequence);
  comment on table address_entries is 'changes of the number of addresses that a zone holds and has; rows are never changed';
  comment on column address_entries.sequence is 'the entry of the zone''s ledger with which it takes effect';
  comment on column address_entries.is_shared is 'whether owned addresses come from the configured ranges';
  alter table capacity_watermarks add column spare bigint;
  comment on column capacity_watermarks.spare is 'addresses of the configured ranges that the scope could still get; null: not evaluated'`);
    // What is there takes effect with the entries that are there.
    await runner.query(`
  insert into address_entries (zone_id, sequence, starts_at, ends_at, held, owned, is_shared)
  select a.zone_id, z.head, a.starts_at, a.ends_at, count(*), 0, false
    from address_assignments a join zones z on z.zone_id = a.zone_id
   where a.ends_at > now() - interval '1 day'
   group by a.zone_id, z.head, a.starts_at, a.ends_at
   union all
  select r.zone_id, z.head, to_timestamp(0), 'infinity', 0,
         2::bigint ^ (32 - masklen(r.range)) - case when masklen(r.range) < 31 then 2 else 0 end, r.origin = 'configuration'
    from address_ranges r join zones z on z.zone_id = r.zone_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table capacity_watermarks drop column spare;
  drop table address_entries`);
  }
}
