import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reservation that moves takes along what those who watch it have not been told yet. */
export class ToldElsewhere1763950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservation_changes add column told_until timestamptz;
      comment on column reservation_changes.told_until is
        'where the reservation has moved here: until when it is told in the zone it came from, -infinity if not at all'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table reservation_changes drop column told_until`);
  }
}
