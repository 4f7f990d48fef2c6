import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an append learn from one small row what is watched, where the subscriptions lie on another node. */
export class WatchedReservations1795551000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table subscription_changes
    add column watches_changes boolean not null default false,
    add column watches_creations boolean not null default false;
  comment on column subscription_changes.watches_changes is 'whether there are subscriptions to reservations';
  comment on column subscription_changes.watches_creations is 'whether there are subscriptions to all reservations'`);
    await runner.query(`
  update subscription_changes
     set watches_changes = exists (select from subscriptions where kind = 'reservation'),
         watches_creations = exists (select from subscriptions where kind = 'reservation' and reservation_ids = '[]')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table subscription_changes drop column watches_changes, drop column watches_creations',
    );
  }
}
