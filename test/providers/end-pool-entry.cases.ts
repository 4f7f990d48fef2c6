import { inconsistencies } from '../support/consistency.js';
import { capacityAt, fromNow, hour, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('DELETE /pools/{id}', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
    await stopSound(service);
  });

  const end = (pool: string, query = '') => service.http.delete(`/pools/${pool}${query}`);
  const ended = async (pool: string, query = '') => (await end(pool, query).expect(200)).body;
  const change = async (direction: string, source: string, capacity: object, more: object = {}) => {
    const answer = await service.operation(`${direction}-capacity`, { source, capacity, ...more });
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['pool-id'] as string;
  };
  const total = async (zone: string, when?: string) =>
    (await capacityAt(service, zone, when, 'total')).cores ?? 0;

  it('ends it from now on, and its record says until when it was in force', async () => {
    const zone = 'ends';
    const { provider, pool } = await service.provider({ cores: 10, ram: 100 }, { zone });
    const kept = await change('increase', provider, { cores: 4 });
    const [began, before] = [fromNow(service, 0), fromNow(service, 50)];
    service.clock.advance(100);
    const now = fromNow(service, 0);
    const body = await ended(pool);
    expect(body).toEqual({
      poolId: pool,
      zone,
      providerId: provider,
      start: began,
      end: now,
      capacity: { cores: 10, ram: 100 },
      created: began,
      ended: now,
      displaced: [],
    });
    const { body: record } = await service.http.get(`/pools/${pool}`).expect(200);
    expect({ ...record, displaced: [] }).toEqual(body);
    expect([await total(zone, before), await total(zone), await total(zone, hour(90))]).toEqual([14, 4, 4]);
    const pools = async (window: object) =>
      (await service.operation('query-capacity', { zone, capacity: 'total', window }))
        .collections as string[];
    expect(await pools({ start: before })).toEqual([`ResourcePool:${pool}`, `ResourcePool:${kept}`]);
    expect(await pools({ start: now })).toEqual([`ResourcePool:${kept}`]);
    const { body: view } = await service.http.get(`/providers/${provider}`);
    expect(view.drift.cores).toMatchObject({ declared: 4, peak: 4 });
  });

  it('ends one that has not begun altogether', async () => {
    const zone = 'not-begun';
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const pool = await change('increase', provider, { cores: 5 }, { start: hour(9), end: hour(11) });
    expect(await ended(pool)).toMatchObject({ start: hour(9), end: hour(9), ended: fromNow(service, 0) });
    expect(await total(zone, hour(10))).toBe(10);
    const window = { start: hour(8), end: hour(12) };
    const answer = await service.operation('query-capacity', { zone, capacity: 'total', window });
    expect(answer.collections).toHaveLength(1);
    await end(pool).expect(404);
  });

  it('answers 404 for one that is over, was ended, or never was', async () => {
    const { provider, pool } = await service.provider({ cores: 1 }, { zone: 'gone' });
    const brief = await change('increase', provider, { cores: 1 }, { end: fromNow(service, 10) });
    service.clock.advance(10);
    await ended(pool);
    for (const id of [brief, pool, provider, 'no-id']) {
      expect((await end(id).expect(404)).body).toMatchObject({ code: 'unknown-pool' });
    }
  });

  it('is repeated under its Idempotency-Key with the same answer', async () => {
    const { pool } = await service.provider({ cores: 1 }, { zone: 'repeated' });
    const ask = () => end(pool).set('Idempotency-Key', 'end-1').expect(200);
    expect((await ask()).body).toEqual((await ask()).body);
  });

  it('refuses what it cannot read, and what a reservation has as an element', async () => {
    const zone = 'refused';
    const { pool } = await service.provider({ cores: 4 }, { zone });
    for (const query of ['?force=maybe', '?force=', '?force=true&force=false']) {
      const { body } = await end(pool, query).expect(400);
      expect(body.errors).toEqual([{ pointer: '/force', detail: expect.stringContaining('force') }]);
    }
    const elements = { elements: [`ResourcePool:${pool}`] };
    expect(await reserve(service, zone, [hour(9), hour(10)], {}, elements)).toMatchObject({ result: 'ok' });
    expect((await end(pool, '?force=true').expect(409)).body).toMatchObject({ code: 'protected' });
    expect(await total(zone)).toBe(4);
  });
});
