import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reservation that was drawn on in a zone that it has left was released at an expiry that it was given later. */
export class DrawnReservations1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reservations add column was_drawn boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reservations drop column was_drawn');
  }
}
