import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What counts against the limits of a tenant. A reservation that ends by the clock keeps its status, so the index has the end of
 * the window next. `reservations_tenant` stays for processes of an earlier release.
 */
export class CountedReservations1795558000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  create index reservations_counted on reservations (tenant, ends_at, zone_id)
   where tenant is not null and status in ('admitted', 'waiting')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index reservations_counted`);
  }
}
