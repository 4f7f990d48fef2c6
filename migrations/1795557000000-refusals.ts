import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refusals of a creation have a limit of their own: `attempts` also counts calls that got no answer. */
export class Refusals1795557000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances add column refusals integer not null default 0');
    await runner.query(
      `comment on column instances.refusals is 'how often the platform refused to create its server'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances drop column refusals');
  }
}
