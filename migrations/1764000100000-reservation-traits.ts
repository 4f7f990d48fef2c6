import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Traits that a reservation as a whole requires of its providers; those of a container are part of its container. */
export class ReservationTraits1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservations add column traits jsonb;
      comment on column reservations.traits is
        'what every provider that backs the reservation must be like; null: anything. Containers carry their own in containers'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table reservations drop column traits`);
  }
}
