import { randomBytes } from 'node:crypto';
import { createDataSource } from '../../src/database/data-source.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase, nodesOf } from '../support/cluster.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { dropDatabase, onServer, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { Load } from './load.js';

const ZONES = ['a', 'b', 'c', 'd', 'e', 'f'];
const CORES = 30_000;
const CLIENTS = 12;
const SHARDS = 4;

/** Shards move by logical replication, which takes seconds each on two processors. */
const PATIENCE_MS = 240_000;

/** The commands of docs/scale.md, "Adding a worker, moving shards". */
describe('a cluster that grows under load', () => {
  const server = process.env[SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const database = { url: urlOf(server, name), drop: () => Promise.resolve() };
  const [, first, second] = nodesOf(server).map((node) => new URL(node));
  const services: RunningService[] = [];
  let load: Load;

  beforeAll(async () => {
    await createClusterDatabase(server, name, (worker) =>
      Promise.resolve(worker.port === first.port ? worker : undefined),
    );
    const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
    await migrateCitus(dataSource, SHARDS).finally(() => dataSource.destroy());
    services.push(await startService({ database }));
    services.push(await startService({ database, clock: services[0].clock }));
    for (const zone of ZONES) await services[0].provider({ cores: CORES }, { zone });
    load = new Load(services, ZONES, CLIENTS);
  }, 60_000);

  afterAll(async () => {
    await load.stop();
    for (const service of services) await service.stop();
    await dropDatabase(server, name);
  });

  function ask<R extends object>(sql: string, values: unknown[] = []): Promise<R[]> {
    return onServer(database.url, async (client) => (await client.query<R>(sql, values)).rows);
  }

  async function placesOf(zone?: string): Promise<string[]> {
    const rows = await ask<{ port: number }>(
      `select distinct nodeport as port
         from citus_shards
        where table_name = 'zones'::regclass
          and ($1::text is null or shardid = get_shard_id_for_distribution_column('zones', $1::text))`,
      [zone ?? null],
    );
    return rows.map(({ port }) => String(port)).toSorted();
  }

  async function goesOn(): Promise<void> {
    const before = load.held;
    await eventually(() => Promise.resolve(expect(load.held).toBeGreaterThan(before + 50)));
  }

  it(
    'spreads its shards over a worker that is added',
    async () => {
      await goesOn();
      await ask('select citus_add_node($1, $2)', [second.hostname, Number(second.port)]);
      await ask('select citus_rebalance_start()');
      await eventually(
        async () =>
          expect(await ask('select state::text from citus_rebalance_status()')).toEqual([
            { state: 'finished' },
          ]),
        PATIENCE_MS / 2,
        500,
      );
      expect(await placesOf()).toEqual([first.port, second.port].toSorted());
      await goesOn();
    },
    PATIENCE_MS,
  );

  it(
    'gives a busy zone a shard of its own, on another worker',
    async () => {
      const [zone] = ZONES;
      const [from] = await placesOf(zone);
      const to = from === first.port ? second : first;
      const source = from === first.port ? first : second;
      const [{ shard }] = await ask<{ shard: string }>(
        `select isolate_tenant_to_new_shard('zones', $1::text, 'CASCADE', shard_transfer_mode => 'block_writes')::text as shard`,
        [zone],
      );
      await goesOn();
      await ask('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
        shard,
        source.hostname,
        Number(source.port),
        to.hostname,
        Number(to.port),
      ]);
      expect(await placesOf(zone)).toEqual([to.port]);
      await goesOn();
    },
    PATIENCE_MS,
  );

  it('has lost nothing that was acknowledged, and promised nothing twice', async () => {
    await load.stop();
    await load.expectKept(CORES);
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, services[0].clock.now())).toEqual([]);
  });
});
