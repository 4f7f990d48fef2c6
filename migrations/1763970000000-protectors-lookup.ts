import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What protects an element is found by this index and no other. While it had live reservations only, the index of all live ones
 * served the same search, and in a small table it looked as good: a plan kept from then went through all of them.
 */
export class ProtectorsLookup1763970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index reservations_elements;
      create index reservations_elements on reservations using gin (elements) where elements <> '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index reservations_elements;
      create index reservations_elements on reservations using gin (elements)
        where ended_at is null and elements <> '[]'`);
  }
}
