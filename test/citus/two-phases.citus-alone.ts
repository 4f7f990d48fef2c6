import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase, nodesOf } from '../support/cluster.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { dropDatabase, onServer, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { DatabaseProxy, type Link } from '../support/proxy.js';
import { availableCores, hour, reservation, reserved } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const CORES = 100;
const ZONES = Array.from({ length: 8 }, (_, index) => `zone-${index}`);

/** Citus looks for commits to finish within `citus.recover_2pc_interval`, by default a minute. */
const PATIENCE_MS = 120_000;

const PREPARED = `select gid from pg_prepared_xacts where database = current_database()`;

/**
 * A transaction on two nodes, and a crash of one of them between the phases of its commit. The proxies see where the commit
 * is, so they crash the worker there every time.
 */
describe('a worker that crashes while a reservation moves between two nodes', () => {
  const server = process.env[SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = urlOf(server, name);
  const [, ...workers] = nodesOf(server);
  const proxies: DatabaseProxy[] = [];
  let service: RunningService;
  /** A zone of each of the first two workers. */
  let zones: string[];

  beforeAll(async () => {
    // The proxies have to read what passes.
    await setEverywhere(`alter system set citus.node_conninfo = 'sslmode=disable'`);
    await createClusterDatabase(server, name, async (worker) => {
      const proxy = await DatabaseProxy.start(worker.toString());
      proxies.push(proxy);
      return new URL(proxy.url);
    });
    const dataSource = await createDataSource(url, { poolSize: 2 }).initialize();
    await migrateCitus(dataSource, 4).finally(() => dataSource.destroy());
    service = await startService({ database: { url, drop: () => Promise.resolve() }, losesDatabase: true });
    for (const zone of ZONES) await service.provider({ cores: CORES }, { zone });
    zones = await Promise.all(proxies.map((proxy) => zoneAt(new URL(proxy.url).port)));
  }, 60_000);

  afterAll(async () => {
    await service.stop();
    for (const proxy of proxies) await proxy.stop();
    await dropDatabase(server, name);
    await setEverywhere('alter system reset citus.node_conninfo');
  });

  async function setEverywhere(sql: string): Promise<void> {
    for (const node of nodesOf(server)) {
      await onServer(node, (client) => client.query(sql));
      await onServer(node, (client) => client.query('select pg_reload_conf()'));
    }
  }

  async function zoneAt(port: string): Promise<string> {
    const [{ zone }] = await service.dataSource.query<{ zone: string }[]>(
      `select z.zone
         from unnest($1::text[]) as z(zone)
         join citus_shards s on s.shardid = get_shard_id_for_distribution_column('zones', z.zone)
        where s.nodeport = $2
        limit 1`,
      [ZONES, Number(port)],
    );
    return zone;
  }

  /** Kills a process of the server, which then ends all the others and recovers from its log. */
  async function crash(worker: string): Promise<void> {
    const client = new Client({ connectionString: urlOf(worker, name) });
    client.on('error', () => undefined);
    await client.connect();
    await expect(client.query(`copy (select 1) to program 'kill -9 $PPID'`)).rejects.toThrow();
    await client.end().catch(() => undefined);
  }

  /** Prepared transactions of a worker, once it answers. */
  function preparedAt(worker: string): Promise<number> {
    const ask = (): Promise<number> =>
      onServer(urlOf(worker, name), async (client) => (await client.query(PREPARED)).rows.length);
    return eventually(ask, PATIENCE_MS, 100);
  }

  /** Crashes a worker at the first message with such a text, and returns the number of transactions that it has prepared then. */
  function crashAt(place: number, text: string, isForwarded: boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const hit = async (chunk: Buffer, link: Link): Promise<void> => {
        if (isForwarded) {
          const answered = link.keepAnswer();
          link.forward(chunk);
          await answered;
        }
        await crash(workers[place]);
        link.cut();
        resolve(await preparedAt(workers[place]));
      };
      proxies[place].intercept = (chunk, link) => {
        if (!chunk.includes(text)) return false;
        proxies[place].intercept = () => false;
        hit(chunk, link).catch(reject);
        return true;
      };
    });
  }

  describe.each([
    ['the zone that it leaves', 0],
    ['the zone that it moves to', 1],
  ])('the node of %s', (_, place) => {
    it.each([
      ['before the transaction is prepared there', 'PREPARE TRANSACTION', false],
      ['when the transaction is prepared there', 'PREPARE TRANSACTION', true],
      ['when it is to commit what is prepared', 'COMMIT PREPARED', false],
    ])(
      '%s: nothing is lost or doubled',
      async (_when, text, isForwarded) => {
        const [from, to] = zones;
        const start = hour(1);
        // Until the service has seen that the nodes are back.
        const free = await eventually(() =>
          Promise.all([from, to].map((zone) => availableCores(service, zone, start))),
        );
        const id = await reserved(service, from, [start, hour(2)], { cores: 10 });
        const crashed = crashAt(place, text, isForwarded);
        const move = { 'reservation-id': id, zone: to };
        const answer = await service.http.post('/update-reservation').send(move);
        const isAcknowledged = answer.status === 200 && answer.body.result === 'ok';
        if (!isAcknowledged) expect(answer.status).toBe(503);

        const prepared = await crashed;
        // The crash came between the two phases: the worker has kept the transaction.
        expect(prepared).toBe(text === 'COMMIT PREPARED' || isForwarded ? 1 : 0);
        await eventually(
          async () => {
            for (const worker of workers) expect(await preparedAt(worker)).toBe(0);
          },
          PATIENCE_MS / 2,
          500,
        );

        const { zone } = await eventually(async () => {
          const found = await reservation(service, id);
          expect(found).toMatchObject({ state: 'initialized', capacity: { cores: 10 } });
          return found;
        });
        if (isAcknowledged) expect(zone).toBe(to);
        expect([from, to]).toContain(zone);
        const taken = [from, to].map((each) => (each === zone ? 10 : 0));
        for (const [index, each] of [from, to].entries())
          expect(await availableCores(service, each, start)).toBe(free[index] - taken[index]);
        expect(await auditFindings(url)).toEqual([]);
        expect(await inconsistencies(url, service.clock.now())).toEqual([]);

        expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'ok' });
        expect(await reservation(service, id)).toMatchObject({ zone: to });
        const done = await service.operation('cancel-reservation', { 'reservation-id': id });
        expect(done).toMatchObject({ result: 'ok' });
      },
      PATIENCE_MS,
    );
  });
});
