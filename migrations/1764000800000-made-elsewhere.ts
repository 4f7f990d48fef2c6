import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reservation that moves before its creation is told takes along which entry of which zone made it. */
export class MadeElsewhere1764000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservation_changes add column made_in text, add column made_at bigint;
      comment on column reservation_changes.made_at is
        'the ledger entry of zone made_in that made the reservation, where it has moved before its creation was told'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table reservation_changes drop column made_at, drop column made_in`);
  }
}
