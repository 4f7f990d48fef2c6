import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two indexes that begin with the zone. Where PostgreSQL knew the number of rows in a table but not what they contain, as after a restored
 * backup or a new index, look-ups by key used them and read all rows of the zone.
 */
export class LookupsByKey1795578000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ledger_entries_owner');
    await runner.query('create index ledger_entries_owner on ledger_entries (owner_id)');
    await runner.query('drop index instances_zone');
    // Only lists and the collections of a zone, for which it is, have this condition.
    await runner.query(
      'create index instances_zone on instances (zone_id, ends_at) where starts_at < ends_at',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index instances_zone');
    await runner.query('create index instances_zone on instances (zone_id, ends_at)');
    await runner.query('drop index ledger_entries_owner');
    await runner.query('create index ledger_entries_owner on ledger_entries (zone_id, owner_id)');
  }
}
