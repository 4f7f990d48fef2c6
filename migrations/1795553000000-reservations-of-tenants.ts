import type { MigrationInterface, QueryRunner } from 'typeorm';

const LIVE = 'where tenant is not null and ended_at is null';

/** What a tenant holds is looked up over all zones too, so the index begins with the tenant. */
export class ReservationsOfTenants1795553000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reservations_tenant');
    await runner.query(`create index reservations_tenant on reservations (tenant, zone_id) ${LIVE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reservations_tenant');
    await runner.query(`create index reservations_tenant on reservations (zone_id, tenant) ${LIVE}`);
  }
}
