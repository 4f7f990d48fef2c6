import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reservations that are held until a deadline, unless they are confirmed. */
export class HeldReservations1795502600001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table reservations add column held_until timestamptz`);
    await runner.query(
      `comment on column reservations.held_until is 'released then unless it is confirmed; null: not held'`,
    );
    await runner.query(
      `create index reservations_held on reservations (zone_id, held_until)
        where held_until is not null and ended_at is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table reservations drop column held_until`);
  }
}
