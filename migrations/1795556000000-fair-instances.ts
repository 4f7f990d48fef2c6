import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The platform worker takes due instances in the order in which their last lease or pause ended. */
export class FairInstances1795556000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index instances_due');
    await runner.query(
      'create index instances_due on instances (provider_id, leased_until nulls first, due_at) where due_at is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index instances_due');
    await runner.query(
      'create index instances_due on instances (provider_id, due_at) where due_at is not null',
    );
  }
}
