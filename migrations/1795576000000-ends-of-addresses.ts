import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Assignments are kept after their end. The address book is read without those of the past. */
export class EndsOfAddresses1795576000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index address_assignments_ends on address_assignments (zone_id, ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index address_assignments_ends');
  }
}
