import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a process read which keys have changed, instead of reading every key that is in use again and again. */
export class KeyChanges1795507000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table api_keys add column changed_at timestamptz not null default now();
  create index api_keys_by_change on api_keys (changed_at);
  comment on column api_keys.changed_at is 'by the clock of the database; a use is no change'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_keys drop column changed_at');
  }
}
