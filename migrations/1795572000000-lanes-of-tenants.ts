import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tenants take turns at an endpoint. An existing lane counts as one without a tenant until it is empty. */
export class LanesOfTenants1795572000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table delivery_lanes add column tenant text not null default ''`);
    await runner.query(
      `comment on column delivery_lanes.tenant is 'of its subscription, empty without one: tenants share an endpoint evenly'`,
    );
    await runner.query('create index delivery_lanes_in_turn on delivery_lanes (endpoint, tenant, due_at)');
    await runner.query('drop index delivery_lanes_due');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index delivery_lanes_due on delivery_lanes (endpoint, due_at)');
    await runner.query('drop index delivery_lanes_in_turn');
    await runner.query('alter table delivery_lanes drop column tenant');
  }
}
