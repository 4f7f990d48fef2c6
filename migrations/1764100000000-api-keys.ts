import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that callers authenticate with. A row is never deleted, so that the audit log goes on naming its key. */
export class ApiKeys1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  create table api_keys (
    id             uuid        not null,
    name           text        not null,
    role           text        not null,
    tenant         text,
    scopes         jsonb       not null default '[]',
    secret_hash    bytea       not null,
    previous_hash  bytea,
    previous_until timestamptz,
    created_at     timestamptz not null,
    created_by     text        not null,
    expires_at     timestamptz not null,
    revoked_at     timestamptz,
    last_used_at   timestamptz,
    constraint api_keys_pkey primary key (id),
    constraint api_keys_role_known check (role in ('machine', 'consumer', 'auditor', 'operator', 'admin')),
    constraint api_keys_consumer_has_tenant check ((role = 'consumer') = (tenant is not null)),
    constraint api_keys_machine_has_scopes check ((role = 'machine') = (scopes <> '[]')),
    constraint api_keys_previous_has_end check ((previous_hash is null) = (previous_until is null))
  );
  create index api_keys_of_tenant on api_keys (tenant, id) where tenant is not null;
  create index api_keys_of_admins on api_keys (id) where role = 'admin';
  comment on table api_keys is 'who may call the service; of a secret only its SHA-256 is stored';
  comment on column api_keys.previous_hash is 'of the secret before the last rotation, which is accepted until previous_until';
  comment on column api_keys.last_used_at is 'in steps of a minute'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_keys');
  }
}
