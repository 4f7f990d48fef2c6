import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Providers can be retired, pool entries ended early, and subscriptions changed and made for a tenant. */
export class Endings1764000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RETIRED_PROVIDERS);
    await runner.query(ENDED_POOL_ENTRIES);
    await runner.query(CHANGED_SUBSCRIPTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subscriptions drop column tenant, drop column heads, drop column watches_from;
      delete from pool_entries where starts_at = ends_at;
      alter table pool_entries drop constraint pool_entries_window_not_empty, drop column ended_at,
        add constraint pool_entries_window_not_empty check (starts_at < ends_at);
      update ledger_entries set owner_kind = 'pool' where owner_kind = 'provider';
      alter table ledger_entries drop constraint ledger_entries_owner_known,
        add constraint ledger_entries_owner_known check (owner_kind in ('pool', 'reservation', 'instance'));
      drop index reservations_restricted;
      alter table providers drop constraint providers_retired_without_password;
      update providers set state = 'error', sealed_password = '' where state = 'retired';
      alter table providers alter column sealed_password set not null, drop constraint providers_state_known,
        add constraint providers_state_known check (state in ('pending', 'active', 'error'))`);
  }
}

/** The ledger's table is large: its rows keep to the new rule because they kept to the narrower one. */
const RETIRED_PROVIDERS = `
  alter table providers alter column sealed_password drop not null, drop constraint providers_state_known,
    add constraint providers_state_known check (state in ('pending', 'active', 'error', 'retired')),
    add constraint providers_retired_without_password check ((sealed_password is null) = (state = 'retired'));
  alter table ledger_entries drop constraint ledger_entries_owner_known,
    add constraint ledger_entries_owner_known check (owner_kind in ('pool', 'reservation', 'instance', 'provider')) not valid;
  create index reservations_restricted on reservations using gin (restricted) where restricted <> '[]';
  comment on column providers.due_at is
    'by the service''s clock: when its platform is looked at next; infinity: never, it is retired'`;

const ENDED_POOL_ENTRIES = `
  alter table pool_entries add column ended_at timestamptz, drop constraint pool_entries_window_not_empty,
    add constraint pool_entries_window_not_empty
      check (starts_at < ends_at or (starts_at = ends_at and ended_at is not null));
  comment on column pool_entries.ends_at is
    'until when it is in force; the start, where it was ended before that. The ledger has the end that was declared first'`;

const CHANGED_SUBSCRIPTIONS = `
  alter table subscriptions
    add column tenant       text,
    add column heads        jsonb,
    add column watches_from timestamptz;
  create index subscriptions_of_tenant on subscriptions (tenant, id) where tenant is not null;
  comment on column subscriptions.tenant is 'who made it; of all reservations it hears of those of the tenant';
  comment on column subscriptions.heads is
    'per zone, the head when it began to watch all reservations: of those made up to there it does not hear as created';
  comment on column subscriptions.watches_from is 'when its threshold last changed; null: when it was made'`;
