import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receivers with waiting lanes may be many, and most of them have none that is due. */
export class DueEndpoints1795577200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index delivery_lanes_due on delivery_lanes ((endpoint || ''), due_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index delivery_lanes_due');
  }
}
