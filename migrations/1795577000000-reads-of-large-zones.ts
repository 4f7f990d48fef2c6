import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for reads that a decision makes, where a zone has many reservations: those that a caller holds or lets wait there, which
 * are counted, and those of a tenant, which are read in chunks by their ends. All of them may have the same end.
 */
export class ReadsOfLargeZones1795577000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  create index reservations_held_by on reservations ((coalesce(tenant, '')), zone_id, held_until)
   where held_until is not null and ended_at is null`);
    await runner.query(`
  create index reservations_awaited_by on reservations ((coalesce(tenant, '')), zone_id) where status = 'waiting'`);
    await runner.query('drop index reservations_counted');
    await runner.query(`
  create index reservations_counted on reservations (tenant, ends_at, id, zone_id)
   where tenant is not null and status in ('admitted', 'waiting')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reservations_held_by');
    await runner.query('drop index reservations_awaited_by');
    await runner.query('drop index reservations_counted');
    await runner.query(`
  create index reservations_counted on reservations (tenant, ends_at, zone_id)
   where tenant is not null and status in ('admitted', 'waiting')`);
  }
}
