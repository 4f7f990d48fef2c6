import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Platforms are looked at again and again, not only until they are reached; and their capacity is held against it. */
export class Providers1763910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOOKS);
    await runner.query(DECLARED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index pool_entries_provider;
      drop index providers_due;
      alter table providers drop column leased_until, drop column looked_at, drop column failing_since;
      alter table providers alter column due_at drop not null;
      alter table providers rename column due_at to retry_at;
      update providers set retry_at = null where state <> 'pending';
      create index providers_retry on providers (retry_at) where retry_at is not null`);
  }
}

const LOOKS = `
  drop index providers_retry;
  alter table providers rename column retry_at to due_at;
  alter table providers
    add column leased_until  timestamptz,
    add column looked_at     timestamptz,
    add column failing_since timestamptz;
  update providers
     set due_at        = coalesce(due_at, now()),
         looked_at     = updated_at,
         failing_since = case when state <> 'active' then updated_at end;
  alter table providers alter column due_at set not null;
  create index providers_due on providers (due_at);
  comment on column providers.due_at is 'by the service''s clock: when its platform is looked at next';
  comment on column providers.leased_until is 'by the database''s clock, which all processes share: one of them looks until then';
  comment on column providers.failing_since is 'when the looks at its platform began to fail; null: the last one succeeded'`;

const DECLARED = `
  create index pool_entries_provider on pool_entries (provider_id, ends_at)`;
