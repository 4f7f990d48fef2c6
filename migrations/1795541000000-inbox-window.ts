import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of received notifications is filtered by the time of arrival. */
export class InboxWindow1795541000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index received_notifications_by_arrival on received_notifications (received_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index received_notifications_by_arrival`);
  }
}
