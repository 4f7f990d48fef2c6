import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { WatchedReservations1795551000000 } from '../../migrations/1795551000000-watched-reservations.js';
import { migrations } from '../../migrations/index.js';
import { createDataSource } from '../../src/database/data-source.js';
import { migrateDown } from '../../src/database/migrate.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase } from '../support/cluster.js';
import { dropDatabase, SERVER_VARIABLE, urlOf } from '../support/postgres.js';

/** The first whose tables `distribute` knows how to lay out, and the later ones. */
const FIRST = migrations.indexOf(WatchedReservations1795551000000);
const LATER = migrations.slice(FIRST + 1).map(({ name }) => name);

/** A table that one of the later ones adds. */
const ADDED = 'ledger_segments';

describe('the migrations of a database that is distributed', () => {
  const server = process.env[SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const now = createDataSource(urlOf(server, name), { poolSize: 2 });
  const before = new DataSource({ ...now.options, migrations: migrations.slice(0, FIRST + 1) });

  beforeAll(async () => {
    await createClusterDatabase(server, name);
    await before.initialize();
    await now.initialize();
    // Distributed by a release that did not know this table.
    await before.query(`create table ${ADDED} (zone_id text)`);
    await migrateCitus(before, 4);
    await before.query(`drop table ${ADDED}`);
  });
  afterAll(async () => {
    await before.destroy();
    await now.destroy();
    await dropDatabase(server, name);
  });

  it('go up, down and up again', async () => {
    const applied = [...LATER.map((migration) => `applied ${migration}`), `distributed ${ADDED} by zone_id`];
    expect(await migrateCitus(now)).toEqual(applied);
    for (const migration of LATER.toReversed()) expect(await migrateDown(now)).toBe(migration);
    expect(await migrateCitus(now)).toEqual(applied);
  });
});
