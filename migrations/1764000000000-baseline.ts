import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT, DROP_AUDIT } from './baseline/audit.js';
import { DROP_INSTANCES, INSTANCES } from './baseline/instances.js';
import { DROP_NOTIFICATIONS, NOTIFICATIONS } from './baseline/notifications.js';
import { DROP_REQUESTS, REQUESTS } from './baseline/requests.js';
import { DROP_RESERVATIONS, RESERVATIONS } from './baseline/reservations.js';
import { DROP_ZONES, ZONES } from './baseline/zones.js';

/**
 * The schema of the first release. Every table that takes part in an admission has `zone_id` in its primary key, so that the
 * schema distributes by zone. Every constraint has a name that states its rule; src/database/constraints.ts maps it to an error.
 */
export class Baseline1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      'create extension if not exists btree_gist',
      ...ZONES,
      ...RESERVATIONS,
      ...INSTANCES,
      ...NOTIFICATIONS,
      ...REQUESTS,
      ...AUDIT,
    ]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [
      DROP_AUDIT,
      DROP_REQUESTS,
      DROP_NOTIFICATIONS,
      DROP_INSTANCES,
      DROP_RESERVATIONS,
      DROP_ZONES,
    ]) {
      await runner.query(statement);
    }
  }
}
