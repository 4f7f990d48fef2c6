import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of several processes one audits the ledger, and all tell what it found. */
export class SharedAudit1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        'the last audit of the ledger: its findings, the zones it looked at, those it gave up on, and how long it took'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table ledger_audits`);
  }
}
