import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A forced decrease looks at the reservations that a provider backs, and not at all claims of its zone. */
export class ClaimsByProvider1763920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index claims_provider on claims (zone_id, provider_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index claims_provider`);
  }
}
