import type { MigrationInterface, QueryRunner } from 'typeorm';

/** While few lanes are due, a claim reads these, and not a row of each endpoint that has a waiting lane. */
export class DueLanes1795580000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index delivery_lanes_soonest on delivery_lanes (due_at, (endpoint || ''))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index delivery_lanes_soonest');
  }
}
