import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The indexes of waiting reservations also contain `wait_until`. The migration that made them drops this column when it is
 * reverted, and so drops them too. Before, they stayed, and that migration could not be applied again.
 */
export class WaitingIndexes1795554000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reservations_waiting');
    await runner.query('drop index reservations_waiting_from');
    await runner.query(
      `create index reservations_waiting on reservations (zone_id, created_at, id) include (wait_until) where status = 'waiting'`,
    );
    await runner.query(
      `create index reservations_waiting_from on reservations (zone_id, starts_at) include (wait_until) where status = 'waiting'`,
    );
  }

  /** Nothing to revert: an earlier release uses these indexes like its own. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
