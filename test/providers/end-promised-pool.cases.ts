import { inconsistencies } from '../support/consistency.js';
import {
  availableCores,
  boot,
  capacityAt,
  hour,
  reserved,
  statesOf,
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('DELETE /pools/{id} of what is promised', () => {
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

  it('is a conflict where what it adds is promised, with the first instant, the shortfall and an offer', async () => {
    const zone = 'promised';
    const { provider, pool } = await service.provider({ cores: 10 }, { zone });
    await change('increase', provider, { cores: 4 });
    const id = await reserved(service, zone, [hour(9), hour(11)], { cores: 8 });
    const { body } = await end(pool).expect(409);
    expect(body).toMatchObject({
      code: 'capacity-insufficient',
      detail: `requested cores=10 exceeds available 6 between ${hour(9)} and ${hour(11)}`,
      offer: { maxCapacity: { cores: 6 }, nextWindow: { start: hour(11) } },
    });
    expect([await total(zone, hour(10)), await statesOf(service, [id])]).toEqual([14, ['initialized']]);
    await service.operation('cancel-reservation', { 'reservation-id': id });
    expect(await ended(pool)).toMatchObject({ displaced: [] });
  });

  it('with force takes what is promised, and lists the reservations it displaced', async () => {
    const zone = 'forced';
    const { provider, pool } = await service.provider({ cores: 10 }, { zone });
    await change('increase', provider, { cores: 4 });
    const first = await reserved(service, zone, [hour(9), hour(11)], { cores: 4 });
    const second = await reserved(service, zone, [hour(9), hour(11)], { cores: 3 });
    expect((await ended(pool, '?force=true')).displaced).toEqual([second]);
    expect(await statesOf(service, [first, second])).toEqual(['initialized', 'conflict']);
  });

  it('never lets a total become negative, even by force', async () => {
    const zone = 'below';
    const { provider, pool } = await service.provider({ cores: 10 }, { zone });
    const less = await change('decrease', provider, { cores: 3 });
    const { body } = await end(pool, '?force=true').expect(409);
    expect(body.detail).toContain('requested cores=10 exceeds available 7');
    await ended(less);
    await ended(pool);
    expect(await total(zone)).toBe(0);
  });

  it('of a decrease gives the capacity back, to reservations in conflict first', async () => {
    const zone = 'back';
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const id = await reserved(service, zone, [hour(9), hour(11)], { cores: 8 });
    const less = await change('decrease', provider, { cores: 5 }, { force: true });
    expect(await statesOf(service, [id])).toEqual(['conflict']);
    expect(await ended(less)).toMatchObject({ capacity: { cores: -5 }, displaced: [] });
    expect(await statesOf(service, [id])).toEqual(['initialized']);
    expect(await availableCores(service, zone, hour(10))).toBe(2);
  });

  it('is a conflict where instances use what it adds', async () => {
    const zone = 'used';
    const { provider, pool } = await service.provider({ cores: 2, ram: 2048, instances: 2 }, { zone });
    expect(await boot(service, { 'provider-id': provider })).toMatchObject({ result: 'ok' });
    await end(pool).expect(409);
  });
});
