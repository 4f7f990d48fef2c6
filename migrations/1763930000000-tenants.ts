import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a reservation is for, so that limits per tenant can be held. */
export class Tenants1763930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservations add column tenant text;
      create index reservations_tenant on reservations (zone_id, tenant) where tenant is not null and ended_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index reservations_tenant; alter table reservations drop column tenant`);
  }
}
