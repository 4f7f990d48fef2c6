import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what. The service only ever adds to it: a role that is not the owner may neither change nor remove a row. */
export class AuditLog1795506000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  create table audit_log (
    id         uuid        not null,
    zone_id    text        not null default '',
    at         timestamptz not null,
    principal  text        not null,
    tenant     text,
    operation  text        not null,
    target     text,
    request_id text,
    constraint audit_log_pkey primary key (id, zone_id)
  );
  comment on table audit_log is 'written with the effect of a request; append-only';
  comment on column audit_log.zone_id is 'the zone whose ledger the effect was appended to; empty: none';
  comment on column audit_log.tenant is 'the tenant that the request was made for';
  comment on column audit_log.target is 'the id of what was made or changed'`);
    await runner.query(`
  do $$
  begin
    if exists (select from pg_roles where rolname = 'headroom_service') then
      revoke update, delete, truncate on audit_log from headroom_service;
    end if;
  end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_log');
  }
}
