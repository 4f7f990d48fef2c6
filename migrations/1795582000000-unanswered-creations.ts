import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A platform may carry out a creation after it was given up: another one at once would make a second server. */
export class UnansweredCreations1795582000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table instances add column unanswered_until timestamptz not null default '-infinity'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances drop column unanswered_until');
  }
}
