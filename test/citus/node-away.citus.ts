import { randomBytes } from 'node:crypto';
import { createDataSource } from '../../src/database/data-source.js';
import { layoutOf } from '../../src/database/layout.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { dropDatabase, onServer, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { stored, subscribe, threshold } from '../notifications/told.js';
import { DatabaseProxy } from '../support/proxy.js';
import { availableCores, boot, hour, instance, reserved } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const ZONES = Array.from({ length: 8 }, (_, index) => `zone-${index}`);
const NOWHERE = 'postgres://127.0.0.1:1/';

/** Statements that wait for a worker that hangs hold the few connections of the service for ten seconds each. */
const PATIENCE_MS = 90_000;

/** What a coordinator may wait for a worker that accepts no connection. */
const NODE_TIMEOUT_MS = 1_000;

describe('a worker of the cluster that is away', () => {
  const proxies: DatabaseProxy[] = [];
  let server: string;
  let name: string;
  let service: RunningService;
  /** The zones of the first worker, and those of the other one. */
  let hit: string[];
  let others: string[];

  beforeAll(async () => {
    server = process.env[SERVER_VARIABLE] ?? '';
    name = `test_${randomBytes(8).toString('hex')}`;
    await createClusterDatabase(server, name, async (worker) => {
      const proxy = await DatabaseProxy.start(worker.toString());
      proxies.push(proxy);
      return new URL(proxy.url);
    });
    const url = urlOf(server, name);
    await onServer(url, (client) =>
      client.query(`alter database ${name} set citus.node_connection_timeout = ${NODE_TIMEOUT_MS}`),
    );
    const dataSource = await createDataSource(url, { poolSize: 2 }).initialize();
    await migrateCitus(dataSource, 4).finally(() => dataSource.destroy());
    service = await start();
    for (const zone of ZONES) await service.provider({ cores: 100 }, { zone });
    // What it looks at again and again includes them all.
    await eventually(() =>
      Promise.resolve(expect(layoutOf(service.dataSource).zones.toSorted()).toEqual(ZONES)),
    );
    const { port } = new URL(proxies[0].url);
    const rows = await service.dataSource.query<{ zone_id: string }[]>(
      `select z.zone_id
         from unnest($1::text[]) as z(zone_id)
         join citus_shards s on s.shardid = get_shard_id_for_distribution_column('zones', z.zone_id)
        where s.nodeport = $2`,
      [ZONES, Number(port)],
    );
    hit = rows.map(({ zone_id }) => zone_id);
    others = ZONES.filter((zone) => !hit.includes(zone));
  }, 60_000);

  afterEach(async () => {
    proxies[0].intercept = () => false;
    proxies[0].redirect(server.replace(/:\d+\//, `:${workerPort()}/`));
    proxies[0].cut();
    await eventually(async () => expect((await ready()).zonesAway).toBeUndefined());
  }, PATIENCE_MS);

  afterAll(async () => {
    await service.stop();
    for (const proxy of proxies) await proxy.stop();
    await dropDatabase(server, name);
  });

  function start(): Promise<RunningService> {
    const database = { url: urlOf(server, name), drop: () => Promise.resolve() };
    return startService({ database, losesDatabase: true });
  }

  function workerPort(): string {
    return new URL(process.env.HEADROOM_TEST_NODES?.split(' ')[1] ?? '').port;
  }

  async function ready(): Promise<{ status: string; zonesAway?: string[] }> {
    const { body } = await service.http.get('/readyz').expect(200);
    return body as { status: string; zonesAway?: string[] };
  }

  /** The first worker refuses connections, which the service has seen when it resolves. */
  async function goAway(): Promise<void> {
    proxies[0].redirect(NOWHERE);
    proxies[0].cut();
    await eventually(async () => expect((await ready()).zonesAway?.toSorted()).toEqual(hit.toSorted()));
  }

  const window: readonly [string, string] = [hour(1), hour(2)];

  it('has zones of its own, and leaves some to the other', () => {
    expect(hit.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
  });

  it.each([
    [
      'refuses connections',
      () => {
        proxies[0].redirect(NOWHERE);
        proxies[0].cut();
      },
    ],
    [
      'hangs',
      () => {
        proxies[0].intercept = () => true;
      },
    ],
  ])(
    'hurts its own zones only, when it %s',
    async (_, goAway) => {
      const free = await availableCores(service, others[0], hour(1));
      const mine = await reserved(service, others[0], window, { cores: 10 });
      const lost = await reserved(service, hit[0], window, { cores: 10 });
      goAway();
      await eventually(
        async () => expect((await ready()).zonesAway?.toSorted()).toEqual(hit.toSorted()),
        PATIENCE_MS / 2,
      );
      const metrics = (await service.http.get('/metrics')).text;
      for (const zone of hit) expect(metrics).toContain(`headroom_database_zone_away{zone="${zone}"} 1`);

      const update = { 'reservation-id': mine, capacity: { cores: 20 } };
      expect(await service.operation('update-reservation', update)).toMatchObject({ result: 'ok' });
      expect(await availableCores(service, others[0], hour(1))).toBe(free - 20);
      expect((await service.http.get(`/reservations/${mine}`)).status).toBe(200);
      expect(await service.operation('cancel-reservation', { 'reservation-id': mine })).toMatchObject({
        result: 'ok',
      });
      const anywhere = await service.operation('create-reservation', {
        start: window[0],
        end: window[1],
        capacity: { cores: 1 },
      });
      expect(anywhere).toMatchObject({ result: 'ok' });
      const much = await service.http.post('/create-reservation').send({ capacity: { cores: 1000 } });
      expect(JSON.stringify(much.body)).toContain('database-unavailable');

      const refused = await service.http.get(`/reservations/${lost}`);
      expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      const cancelled = await service.http.post('/cancel-reservation').send({ 'reservation-id': lost });
      expect(JSON.stringify(cancelled.body)).not.toContain('"ok"');
    },
    PATIENCE_MS,
  );

  it('leaves instances and pools of other zones alone', async () => {
    const capacity = { cores: 50, ram: 50_000, instances: 50 };
    const past = '2020-01-01T00:00:00Z';
    const inZone = async (zone: string) => {
      const { provider, pool } = await service.provider(capacity, { zone });
      const id = await reserved(service, zone, [past, hour(1)], { cores: 10, ram: 10_000, instances: 10 });
      const server = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
      await eventually(async () => expect((await instance(service, server)).state).toBe('active'));
      return { provider, pool, reservation: id, server };
    };
    const [mine, lost] = [await inZone(others[0]), await inZone(hit[0])];
    await goAway();

    for (const members of [{ 'reservation-id': mine.reservation }, { 'provider-id': mine.provider }, {}]) {
      const booted = await boot(service, members);
      expect(booted).toMatchObject({ result: 'ok' });
      const server = booted['instance-id'] as string;
      await eventually(async () => expect((await instance(service, server)).state).toBe('active'));
    }
    const renamed = await service.http.patch(`/instances/${mine.server}`).send({ name: 'renamed' });
    expect(renamed.body).toMatchObject({ name: 'renamed' });
    for (const source of [mine.provider, mine.pool]) {
      const more = { source, capacity: { cores: 1 } };
      expect(await service.operation('increase-capacity', more)).toMatchObject({ result: 'ok' });
    }
    for (const path of [`/pools/${mine.pool}`, `/providers/${mine.provider}`])
      expect({ path, status: (await service.http.get(path)).status }).toEqual({ path, status: 200 });
    for (const path of ['discover', 'withdraw'])
      expect({ path, ...(await service.http.post(`/providers/${mine.provider}/${path}`)) }).toMatchObject({
        path,
        status: 200,
      });
    const destroyed = await service.operation('destroy-instance', { 'instance-id': mine.server });
    expect(destroyed).toMatchObject({ result: 'ok' });
    await eventually(async () => expect((await instance(service, mine.server)).state).toBe('deleted'));

    for (const path of [`/instances/${lost.server}`, `/pools/${lost.pool}`, `/providers/${lost.provider}`]) {
      const refused = await service.http.get(path);
      expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    }
  });

  it('leaves reservations with traits and elements in other zones alone', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: others[0] });
    const there = await service.provider({ cores: 10 }, { zone: hit[0] });
    const on = (element: string) => ({
      start: window[0],
      end: window[1],
      capacity: { cores: 1 },
      elements: [element],
    });
    const tied = await service.operation('create-reservation', on(provider));
    await goAway();
    const change = { 'reservation-id': tied['reservation-id'], capacity: { cores: 2 } };
    expect(await service.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    expect(await service.operation('create-reservation', on(provider))).toMatchObject({ result: 'ok' });
    const lost = await service.operation('create-reservation', on(there.provider));
    expect(lost).toMatchObject({ code: 'database-unavailable' });
    const traits = { cpuArchitecture: 'x86' };
    const anywhere = { start: window[0], end: window[1], capacity: { cores: 1 }, traits };
    expect(await service.operation('create-reservation', anywhere)).toMatchObject({ result: 'ok' });
  });

  it('does not take a zone for unknown in a process that has not looked for it before', async () => {
    const fresh = await start();
    try {
      const namesOf = () => layoutOf(fresh.dataSource).zones.toSorted();
      await eventually(() => Promise.resolve(expect(namesOf()).toEqual(ZONES)));
      await goAway();
      await eventually(() => Promise.resolve(expect(layoutOf(fresh.dataSource).isAway(hit[0])).toBe(true)));
      // The second may have been made by another process just before.
      for (const zone of [hit[0], 'new']) {
        const refused = await fresh.http.post('/create-reservation').send({ zone, capacity: { cores: 1 } });
        expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      }
    } finally {
      await fresh.stop();
    }
  });

  it('tells each change of capacity once, that of a zone which was away when it is back', async () => {
    const watch = (more: object) =>
      subscribe(service, '/capacity/compute/subscribe', { computeResourceTypeId: 'cpuCores', ...more });
    const few = threshold('available', 'lt', 20);
    const from = (cores: number, zone: string) =>
      service.operation('create-reservation', { zone, capacity: { cores } });
    const [mine, other] = [hit.at(-1) ?? '', others.at(-1) ?? ''];
    const whole = await watch({});
    const watching = new Map([
      [mine, await watch({ zoneId: mine, threshold: few })],
      [other, await watch({ zoneId: other, threshold: few })],
    ]);
    const toldOf = async (zone: string) => (await stored(service, watching.get(zone) ?? '')).length;
    await from(85, mine);
    await eventually(async () => expect(await toldOf(mine)).toBe(1));
    proxies[0].redirect(NOWHERE);
    proxies[0].cut();
    await eventually(async () => expect((await ready()).zonesAway).toBeDefined());
    await from(85, other);
    await eventually(async () => expect(await toldOf(other)).toBe(1));
    const query = () => service.http.get('/capacity/compute/query?computeResourceTypeId=cpuCores');
    expect(await query()).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    proxies[0].redirect(server.replace(/:\d+\//, `:${workerPort()}/`));
    await eventually(async () => expect((await ready()).zonesAway).toBeUndefined());
    await service.provider({ cores: 10 }, { zone: mine });
    await from(6, mine);
    await eventually(async () => expect(await toldOf(mine)).toBe(2));
    expect(await toldOf(other)).toBe(1);
    await eventually(async () => {
      const [last] = (await stored(service, whole)).slice(-1);
      expect(last.capacityInformation).toEqual((await query()).body.capacityInformation);
    });
  });

  it('loses nothing that was acknowledged, and serves its zones when it is back', async () => {
    const kept = await reserved(service, hit[0], window, { cores: 7 });
    proxies[0].redirect(NOWHERE);
    proxies[0].cut();
    await eventually(async () => expect((await ready()).zonesAway).toBeDefined());
    proxies[0].redirect(server.replace(/:\d+\//, `:${workerPort()}/`));
    await eventually(async () => expect((await ready()).zonesAway).toBeUndefined());
    expect(await service.operation('cancel-reservation', { 'reservation-id': kept })).toMatchObject({
      result: 'ok',
    });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });
});
