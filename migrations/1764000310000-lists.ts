import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists by zone, by tenant and of what has failed, in the order of the ids. `|| ''` keeps these indexes for lists: an index that
 * begins with the zone would look as good as the right one to a plan of an admission that is made while there are few rows.
 */
export class Lists1764000310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index reservations_listed on reservations ((zone_id || ''), id);
      create index reservations_of_tenant on reservations ((tenant || ''), id) where tenant is not null;
      create index reservations_conflicting on reservations (id) where status || '' = 'conflict';
      create index instances_listed on instances ((zone_id || ''), id);
      create index instances_failed on instances (id) where state || '' = 'error';
      create index pool_entries_listed on pool_entries ((zone_id || ''), id);
      create index subscriptions_of_zone on subscriptions (zone_id, id) where zone_id is not null;
      create index notifications_given_up on notifications (id) where state || '' = 'dead'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index reservations_listed, reservations_of_tenant, reservations_conflicting, instances_listed,
                 instances_failed, pool_entries_listed, subscriptions_of_zone, notifications_given_up`);
  }
}
