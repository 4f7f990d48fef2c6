import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A decision reads the live instances of a reservation, which may have had any number of others. */
export class InstancesOfReservations1795574000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index instances_reservation');
    await runner.query(
      'create index instances_reservation on instances (reservation_id, state) where reservation_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index instances_reservation');
    await runner.query(
      'create index instances_reservation on instances (reservation_id) where reservation_id is not null',
    );
  }
}
