import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Instances and notifications belong to a tenant, as reservations and subscriptions do. `|| ''`: docs/decisions/0016. */
const UP: readonly string[] = [
  `alter table instances add column tenant text`,
  `update instances i set tenant = r.tenant
     from reservations r
    where r.zone_id = i.zone_id and r.id = i.reservation_id and r.tenant is not null`,
  `create index instances_of_tenant on instances ((tenant || ''), id) where tenant is not null`,
  `comment on column instances.tenant is 'that of its reservation, else of its creator; null: none'`,
  `alter table notifications add column tenant text`,
  `update notifications n set tenant = s.tenant
     from subscriptions s
    where s.id = n.subscription_id and s.tenant is not null`,
  `create index notifications_of_tenant on notifications ((tenant || ''), id) where tenant is not null`,
  `comment on column notifications.tenant is 'that of its subscription'`,
  `create index subscriptions_owned on subscriptions ((tenant || ''), id) where tenant is not null`,
  `drop index subscriptions_of_tenant`,
];

const DOWN: readonly string[] = [
  `create index subscriptions_of_tenant on subscriptions (tenant, id) where tenant is not null`,
  `drop index subscriptions_owned`,
  `alter table notifications drop column tenant`,
  `alter table instances drop column tenant`,
];

export class Tenants1795503600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
