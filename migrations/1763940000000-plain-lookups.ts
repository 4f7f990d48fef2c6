import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes that leave a plan no wrong choice. Every append asks whether anybody watches reservations, however many others are
 * subscribed; and an index that begins with the zone looks as good for finding one reservation's claims or instances as the
 * right one, while there are few.
 */
export class PlainLookups1763940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index subscriptions_watching_reservations on subscriptions (id) where kind = 'reservation';
      drop index claims_provider;
      create index claims_provider on claims (provider_id);
      drop index instances_reservation;
      create index instances_reservation on instances (reservation_id) where reservation_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index instances_reservation;
      create index instances_reservation on instances (zone_id, reservation_id) where reservation_id is not null;
      drop index claims_provider;
      create index claims_provider on claims (zone_id, provider_id);
      drop index subscriptions_watching_reservations`);
  }
}
