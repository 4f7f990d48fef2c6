import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A zone's ranges in their order, for the list of them and for its book of addresses. */
export class AddressRangesByZone1764000210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index address_ranges_of_zone on address_ranges (zone_id, range)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index address_ranges_of_zone`);
  }
}
