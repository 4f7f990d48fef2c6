import { randomBytes } from 'node:crypto';
import { createDataSource } from '../../src/database/data-source.js';
import { layoutOf } from '../../src/database/layout.js';
import { migrateUp } from '../../src/database/migrate.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { dropDatabase, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { stopSound } from '../support/readings.js';
import { startService } from '../support/service.js';
import { Load } from './load.js';

const ZONES = ['a', 'b', 'c'];
const CORES = 30_000;
const CLIENTS = 9;

describe('a database that is distributed while services run', () => {
  const server = process.env[SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const database = { url: urlOf(server, name), drop: () => Promise.resolve() };
  beforeAll(async () => {
    await createClusterDatabase(server, name);
    await migrateUp(createDataSource(database.url, { poolSize: 2 }));
  });
  afterAll(() => dropDatabase(server, name));

  it('loses nothing, and is used as distributed by all of them', async () => {
    const first = await startService({ database });
    const services = [first, await startService({ database, clock: first.clock })];
    for (const zone of ZONES) await first.provider({ cores: CORES }, { zone });
    const load = new Load(services, ZONES, CLIENTS);
    await eventually(() => Promise.resolve(expect(load.held).toBeGreaterThan(50)));

    const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
    const lines = await migrateCitus(dataSource, 4).finally(() => dataSource.destroy());
    expect(lines).toContain('distributed ledger_entries by zone_id');

    await eventually(() => {
      const known = services.map(({ dataSource }) => layoutOf(dataSource).isDistributed);
      return Promise.resolve(expect(known).toEqual([true, true]));
    });
    const before = load.held;
    await eventually(() => Promise.resolve(expect(load.held).toBeGreaterThan(before + 50)));
    await load.stop();

    await load.expectKept(CORES);
    await services[1].stop();
    await stopSound(first);
  });
});
