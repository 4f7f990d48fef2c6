import { layoutOf } from '../../src/database/layout.js';
import { eventually } from '../support/eventually.js';
import { availableCores, boot, hour, instance, reserved } from '../support/readings.js';
import type { RunningService } from '../support/service.js';
import { PATIENCE_MS, WorkerAway, ZONES } from './worker-away.js';

describe('the zones of other workers, while one is away', () => {
  let cluster: WorkerAway;
  let service: RunningService;
  let hit: readonly string[];
  let others: readonly string[];

  beforeAll(async () => {
    cluster = await WorkerAway.start();
    ({ service, hit, others } = cluster);
  }, 60_000);

  afterEach(() => cluster.comeBack(), PATIENCE_MS);

  afterAll(() => cluster.stop());

  const window: readonly [string, string] = [hour(1), hour(2)];

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
    await cluster.goAway();

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
    await cluster.goAway();
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
    const fresh = await cluster.startAnother();
    try {
      const namesOf = () => layoutOf(fresh.dataSource).zones.toSorted();
      await eventually(() => Promise.resolve(expect(namesOf()).toEqual(ZONES)));
      await cluster.goAway();
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

  it('answers requests under a key that belong to one of the other zones, each once', async () => {
    const under = async (key: string, operation: string, body: object) =>
      (await service.http.post(`/${operation}`).set('Idempotency-Key', key).send(body)).body;
    const one = (zone: string, cores = 1) => ({ zone, start: hour(5), end: hour(6), capacity: { cores } });
    const [mine, lost] = [others[0], hit[0]];
    const free = await availableCores(service, mine, hour(5));
    const { provider } = await service.provider({ cores: 10 }, { zone: mine, start: hour(7), end: hour(8) });
    const discover = async () =>
      (await service.http.post(`/providers/${provider}/discover`).set('Idempotency-Key', 'discover')).status;
    const before = await under('before', 'create-reservation', one(mine));
    const there = await under('there', 'create-reservation', one(lost));
    await cluster.goAway();

    expect(await under('before', 'create-reservation', one(mine))).toEqual(before);
    const other = await under('before', 'create-reservation', one(mine, 2));
    expect(other.message).toBe('Idempotency-Key was used for a different request');
    const made = await under('now', 'create-reservation', one(mine));
    expect(made).toMatchObject({ result: 'ok' });
    expect(await under('now', 'create-reservation', one(mine))).toEqual(made);
    expect(await availableCores(service, mine, hour(5))).toBe(free - 2);
    for (const [key, operation, body] of [
      ['more', 'increase-capacity', { source: provider, capacity: { cores: 1 } }],
      ['cancel', 'cancel-reservation', { 'reservation-id': made['reservation-id'] }],
    ] as const) {
      const done = await under(key, operation, body);
      expect(done).toMatchObject({ result: 'ok' });
      expect(await under(key, operation, body)).toEqual(done);
    }
    expect(await discover()).toBe(200);
    // Their first try may have had its effect in a zone that is away.
    for (const [key, operation, body] of [
      ['anywhere', 'create-reservation', { capacity: { cores: 1 } }],
      [
        'update',
        'update-reservation',
        { 'reservation-id': before['reservation-id'], capacity: { cores: 2 } },
      ],
      ['there', 'create-reservation', one(lost)],
    ] as const)
      expect(await under(key, operation, body)).toMatchObject({ code: 'database-unavailable' });
    // The key of another request, which can't be seen now: when it can, each is answered as it was.
    const second = await under('there', 'create-reservation', one(mine));
    expect(second).toMatchObject({ result: 'ok' });
    await cluster.comeBack();
    expect(await under('there', 'create-reservation', one(lost))).toEqual(there);
    expect(await under('there', 'create-reservation', one(mine))).toEqual(second);
  });
});
