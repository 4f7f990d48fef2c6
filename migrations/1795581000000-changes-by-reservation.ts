import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The later changes of each reservation that is notified were looked for among all that the zone had still to notify. */
export class ChangesByReservation1795581000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index reservation_changes_reservation on reservation_changes (reservation_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reservation_changes_reservation');
  }
}
