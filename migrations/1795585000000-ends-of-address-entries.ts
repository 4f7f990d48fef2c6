import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers of addresses are read without those of the past, however long that is. */
export class EndsOfAddressEntries1795585000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index address_entries_ends on address_entries (zone_id, ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index address_entries_ends');
  }
}
