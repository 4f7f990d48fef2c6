import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { Random } from '../support/random.js';
import {
  availableCores,
  boot,
  capacityAt,
  fromNow,
  hour,
  reservation,
  reserve,
  reserved,
  statesOf,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('POST /providers/{id}/withdraw', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const withdraw = async (provider: string, body?: object) =>
    (await service.http.post(`/providers/${provider}/withdraw`).send(body).expect(200)).body;
  const change = (direction: string, source: string, capacity: object, window: object = {}) =>
    service.operation(`${direction}-capacity`, { source, capacity, ...window });
  const made = (zone: string, cores: number, window: [string, string] = [hour(8), hour(10)]) =>
    reserved(service, zone, window, { cores });
  const states = (...ids: string[]) => statesOf(service, ids);
  /** One after the other: on a busy machine, so many heavy requests at once would be refused. */
  const totals = async (zone: string, ...hours: number[]) => {
    const found: Record<string, number>[] = [];
    for (const at of hours) found.push(await capacityAt(service, zone, hour(at), 'total'));
    return found;
  };

  it('takes away exactly what is there, instant by instant, and nothing outside the window', async () => {
    const zone = 'exactly';
    const { provider } = await service.provider({ cores: 10, ram: 100 }, { zone });
    await change('increase', provider, { cores: 5 }, { start: hour(9), end: hour(11) });
    await change('decrease', provider, { ram: 40 }, { start: hour(10), end: hour(14) });
    const { pools, displaced } = await withdraw(provider, { start: hour(8), end: hour(12) });
    expect(displaced).toEqual([]);
    expect(pools.map(({ start, end, capacity }: any) => [start, end, capacity])).toEqual([
      [hour(8), hour(9), { cores: -10, ram: -100 }],
      [hour(9), hour(10), { cores: -15, ram: -100 }],
      [hour(10), hour(11), { cores: -15, ram: -60 }],
      [hour(11), hour(12), { cores: -10, ram: -60 }],
    ]);
    const nothing = { cores: 0, ram: 0 };
    expect(await totals(zone, 7, 8, 9, 10, 11, 12, 14)).toEqual([
      { cores: 10, ram: 100 },
      ...[nothing, nothing, nothing, nothing],
      { cores: 10, ram: 60 },
      { cores: 10, ram: 100 },
    ]);
    const { body } = await service.http.get(`/pools/${pools[0].poolId}`).expect(200);
    expect(body).toEqual(pools[0]);
  });

  it('without a window takes all from now on, for ever; what is declared later is there again', async () => {
    const zone = 'for-ever';
    const { provider } = await service.provider({ cores: 10 }, { zone });
    await change('increase', provider, { cores: 10 }, { start: hour(9) });
    const { pools } = await withdraw(provider);
    expect(pools.map(({ start, end }: any) => [start, end])).toEqual([
      [fromNow(service, 0), hour(9)],
      [hour(9), undefined],
    ]);
    expect(await withdraw(provider)).toEqual({ pools: [], displaced: [] });
    await change('increase', provider, { cores: 4 });
    expect(await availableCores(service, zone, hour(8))).toBe(4);
  });

  it('places reservations anew in their zone where they fit, else marks them conflict', async () => {
    const zone = 'anew';
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const [first, second] = [await made(zone, 5), await made(zone, 4)];
    const elsewhen = await made(zone, 10, [hour(12), hour(13)]);
    const { provider: other } = await service.provider({ cores: 4 }, { zone });
    const { displaced } = await withdraw(provider, { start: hour(8), end: hour(9) });
    expect(displaced).toEqual([second, first]);
    expect(await states(first, second, elsewhen)).toEqual(['conflict', 'initialized', 'initialized']);
    expect(await reservation(service, second)).toMatchObject({ claims: [{ providerId: other }] });
    await change('increase', provider, { cores: 5 }, { start: hour(8), end: hour(9) });
    expect(await states(first)).toEqual(['initialized']);
  });

  it('gives them back when the window ends, without any request', async () => {
    const zone = 'back';
    const { provider } = await service.provider({ cores: 4 }, { zone });
    const id = await made(zone, 4, [fromNow(service, 0), hour(10)]);
    await withdraw(provider, { end: fromNow(service, 600) });
    expect(await states(id)).toEqual(['conflict']);
    service.clock.advance(600);
    await eventually(async () => expect(await states(id)).toEqual(['active']));
    expect(await availableCores(service, zone)).toBe(0);
  });

  it('cannot take what instances use: it is a fact that they are there', async () => {
    const zone = 'fact';
    const { provider } = await service.provider({ cores: 2, ram: 2048, instances: 2 }, { zone });
    await boot(service, { 'provider-id': provider });
    await withdraw(provider);
    expect(await capacityAt(service, zone, undefined, 'total')).toEqual({ cores: 0, ram: 0, instances: 0 });
    const query = { zoneId: zone, computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.get('/capacity/compute/query').send(query);
    expect(body.capacityInformation).toMatchObject({ total: 0, allocated: 1, available: -1 });
  });

  // Regression: without an entry in the ledger, neither its key nor its line in the audit log was stored.
  it('is remembered under its Idempotency-Key also if it found nothing', async () => {
    const { provider } = await service.provider({}, { zone: 'empty' });
    const lose = async () => {
      const asked = service.http.post(`/providers/${provider}/withdraw`).set('Idempotency-Key', 'lost-0');
      return (await asked.send({}).expect(200)).body;
    };
    const answers = await Promise.all([lose(), lose(), lose()]);
    await change('increase', provider, { cores: 5 });
    answers.push(await lose());
    for (const answer of answers) expect(answer).toMatchObject({ pools: [], displaced: [] });
    expect(await totals('empty', 8)).toEqual([{ cores: 5 }]);
  });

  it('is repeated under its Idempotency-Key without a second effect', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'repeated' });
    const ask = () =>
      service.http.post(`/providers/${provider}/withdraw`).set('Idempotency-Key', 'lost-1').send({});
    const first = (await ask().expect(200)).body;
    await change('increase', provider, { cores: 4 });
    expect((await ask().expect(200)).body).toEqual(first);
    expect(await availableCores(service, 'repeated')).toBe(4);
  });

  it('refuses what makes no sense, naming the member', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'refuses' });
    const refused = async (body: object) =>
      (await service.http.post(`/providers/${provider}/withdraw`).send(body).expect(400)).body;
    expect(await refused({ end: '2029-01-01T00:00:00Z' })).toMatchObject({ errors: [{ pointer: '/end' }] });
    expect(await refused({ start: hour(9), end: hour(9) })).toMatchObject({ errors: [{ pointer: '/end' }] });
    expect(await refused({ start: 'soon' })).toMatchObject({ errors: [{ pointer: '/start' }] });
    expect(await refused({ end: 5 })).toMatchObject({ errors: [{ pointer: '/end' }] });
    expect(await availableCores(service, 'refuses')).toBe(4);
    for (const id of ['0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000', 'no-id']) {
      const { body } = await service.http.post(`/providers/${id}/withdraw`).send({}).expect(404);
      expect(body.code).toBe('unknown-provider');
    }
  });

  it('promises nothing of the withdrawn capacity, however many requests arrive meanwhile', async () => {
    const zone = 'race';
    const { provider } = await service.provider({ cores: 20 }, { zone });
    const { provider: other } = await service.provider({ cores: 10 }, { zone });
    const asked = Array.from({ length: 40 }, () => reserve(service, zone, [hour(8), hour(10)], { cores: 1 }));
    const lost = [withdraw(provider, { start: hour(9) }), withdraw(provider, { start: hour(8) })];
    const answers = await Promise.all(asked);
    await Promise.all(lost);
    expect(answers.map(({ result }) => result)).toContain('ok');
    expect(await capacityAt(service, zone, hour(8), 'total')).toEqual({ cores: 10 });
    expect(await capacityAt(service, zone, hour(9), 'total')).toEqual({ cores: 10 });
    expect(await availableCores(service, zone, hour(9))).toBeGreaterThanOrEqual(0);
    const { body } = await service.http.get('/reservations?limit=1000');
    const held = body.items.filter((item: any) => item.zone === zone && item.state === 'initialized');
    expect(held).toHaveLength(10);
    for (const { reservationId: id } of held.slice(0, 3)) {
      expect(await reservation(service, id)).toMatchObject({ claims: [{ providerId: other }] });
    }
  });

  it('leaves nothing of a total and touches nothing else, whatever was declared', async () => {
    const random = new Random(20_300_101);
    for (let round = 0; round < 5; round += 1) {
      const zone = `random-${round}`;
      const { provider } = await service.provider({ cores: 50, ram: 50 }, { zone });
      const hours = (): [string, string] => {
        const start = random.integer(0, 19);
        return [hour(start), hour(start + random.integer(1, 6))];
      };
      for (let count = 0; count < 8; count += 1) {
        const [start, end] = hours();
        const amounts = { [random.pick(['cores', 'ram'])]: random.integer(1, 9) };
        await change(random.chance(0.6) ? 'increase' : 'decrease', provider, amounts, { start, end });
        await made(zone, random.integer(1, 9), hours());
      }
      const every = Array.from({ length: 28 }, (_, at) => at);
      const before = await totals(zone, ...every);
      const [from, to] = [5, 15];
      await withdraw(provider, { start: hour(from), end: hour(to) });
      const expected = before.map((total, at) => (at >= from && at < to ? { cores: 0, ram: 0 } : total));
      expect(await totals(zone, ...every)).toEqual(expected);
    }
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });
});
