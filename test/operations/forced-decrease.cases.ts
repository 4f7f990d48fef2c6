import {
  availableCores,
  boot,
  capacityAt,
  hour,
  reservation,
  reserve,
  reserved,
  statesOf,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('POST /decrease-capacity with force', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const force = (source: string, cores: number, window: object = {}) =>
    service.operation('decrease-capacity', { source, capacity: { cores }, force: true, ...window });
  const made = (zone: string, cores: number, window = [hour(8), hour(10)] as const) =>
    reserved(service, zone, window, { cores });
  const states = (...ids: string[]) => statesOf(service, ids);

  it('marks the latest created conflict first, and only as many as it must', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'latest' });
    const ids = [await made('latest', 3), await made('latest', 3), await made('latest', 3)];
    const answer = await force(provider, 5);
    expect(answer).toMatchObject({ result: 'ok', message: 'capacity decrease successful' });
    expect(answer.displaced).toEqual([ids[2], ids[1]]);
    expect(await states(...ids)).toEqual(['initialized', 'conflict', 'conflict']);
    expect(await capacityAt(service, 'latest', hour(8))).toEqual({ cores: 2 });
    expect(await capacityAt(service, 'latest', hour(8), 'reserved')).toEqual({ cores: 3 });
  });

  // Regression: the small ones were displaced first, admitted again, and said to have moved.
  it('leaves those as they were that keep their place once a larger one has lost its own', async () => {
    const zone = 'kept';
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const [large, ...small] = [await made(zone, 6), await made(zone, 2), await made(zone, 2)];
    const kept = async () =>
      (await Promise.all(small.map((id) => reservation(service, id)))).map(({ history, ...rest }) => {
        expect(history).toBeDefined();
        return rest;
      });
    const before = await kept();
    const body = { source: provider, capacity: { cores: 5 }, force: true };
    const dryRun = await service.operation('decrease-capacity', { ...body, 'dry-run': true });
    expect(dryRun).toMatchObject({ result: 'ok', moved: [], 'in-conflict': [large] });
    expect(dryRun['admitted-again'] ?? []).toEqual([]);
    service.clock.advance(10);
    expect(await service.operation('decrease-capacity', body)).toMatchObject({ displaced: [large] });
    expect(await states(large, ...small)).toEqual(['conflict', 'initialized', 'initialized']);
    expect(await kept()).toEqual(before);
    expect(await capacityAt(service, zone, hour(8))).toEqual({ cores: 1 });
  });

  it('displaces more than it reads at first, the latest created first', async () => {
    const many = 120;
    const { provider } = await service.provider({ cores: many }, { zone: 'more' });
    const ids: string[] = [];
    for (let place = 0; place < many; place += 20) {
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => made('more', 1)))));
    }
    const [oldest, ...later] = ids.sort();
    const { displaced } = await force(provider, many - 1);
    expect(displaced).toEqual(later.reverse());
    expect(await states(oldest)).toEqual(['initialized']);
    expect(await capacityAt(service, 'more', hour(8), 'reserved')).toEqual({ cores: 1 });
  });

  it('skips the latest reservation where its displacement does not help', async () => {
    const { provider } = await service.provider({ cores: 10, ram: 100 }, { zone: 'helps' });
    const cores = await made('helps', 8);
    const ram = await reserved(service, 'helps', [hour(8), hour(10)], { ram: 100 });
    const elsewhen = await made('helps', 10, [hour(12), hour(14)]);
    await force(provider, 5, { start: hour(9), end: hour(11) });
    expect(await states(cores, ram, elsewhen)).toEqual(['conflict', 'initialized', 'initialized']);
  });

  it('places them anew in their zone where they fit', async () => {
    const zone = 'anew';
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const id = await made(zone, 6);
    const { provider: other } = await service.provider({ cores: 8 }, { zone });
    expect(await force(provider, 10)).toMatchObject({ displaced: [id] });
    expect(await reservation(service, id)).toMatchObject({
      state: 'initialized',
      claims: [{ providerId: other, capacity: { cores: 6 } }],
    });
    expect(await availableCores(service, zone, hour(8))).toBe(2);
  });

  it('never places them in another zone', async () => {
    const { provider } = await service.provider({ cores: 4 }, { zone: 'home' });
    await service.provider({ cores: 400 }, { zone: 'abroad' });
    const id = await made('home', 4);
    await force(provider, 1);
    expect(await states(id)).toEqual(['conflict']);
  });

  it('says conflict in Group B too, and makes no instance from such a reservation', async () => {
    const { provider } = await service.provider({ cores: 4, ram: 4096, instances: 4 }, { zone: 'said' });
    const capacity = { cores: 4, ram: 2048, instances: 4 };
    const id = await reserved(service, 'said', [undefined, hour(10)], capacity);
    await force(provider, 1);
    const filter = { queryReservationFilter: [{ reservationId: id }] };
    const { body } = await service.http.get('/reservation/compute/query').send(filter);
    expect(body.queryResult).toMatchObject({
      reservationStatus: 'conflict',
      computePoolReserved: { numCpuCores: 4 },
    });
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({
      result: 'error',
      message: expect.stringMatching(/^reservation is currently not active: it is in conflict/),
    });
  });

  it('reports what is available as negative where live instances alone exceed the total', async () => {
    const { provider } = await service.provider({ cores: 3, ram: 4096, instances: 4 }, { zone: 'fact' });
    const capacity = { cores: 3, ram: 2048, instances: 4 };
    const id = await reserved(service, 'fact', [undefined, hour(10)], capacity);
    for (let count = 0; count < 2; count++) await boot(service, { 'reservation-id': id });
    await force(provider, 3);
    const query = { zoneId: 'fact', computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.get('/capacity/compute/query').send(query);
    expect(body.capacityInformation).toEqual({ total: 0, reserved: 0, allocated: 2, available: -2 });
    const { utilization } = await service.operation('query-capacity', { zone: 'fact' });
    expect(utilization).toContainEqual(
      expect.objectContaining({ capacity: expect.objectContaining({ cores: -2 }) }),
    );
    expect(await states(id)).toEqual(['conflict']);
    expect(await reserve(service, 'fact', [undefined, hour(9)], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
  });

  it('affects no reservation where it fits', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'fits' });
    const id = await made('fits', 5);
    expect(await force(provider, 5)).not.toHaveProperty('displaced');
    expect(await states(id)).toEqual(['initialized']);
  });

  it('without force names the shortage and affects no reservation', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'unforced' });
    const id = await made('unforced', 6);
    const answer = await service.operation('decrease-capacity', {
      source: provider,
      capacity: { cores: 5 },
      force: 'false',
    });
    expect(answer).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('cores=5 exceeds available 4'),
    });
    expect(await states(id)).toEqual(['initialized']);
  });

  it('offers what is left of the totals where it would take more, and it takes the offer as it stands', async () => {
    const { provider } = await service.provider({ cores: 4, ram: 50 }, { zone: 'offered' });
    await service.provider({ cores: 9 }, { zone: 'offered' });
    await made('offered', 4);
    await service.operation('increase-capacity', {
      source: provider,
      start: hour(12),
      end: hour(16),
      capacity: { ram: 50 },
    });
    await service.operation('increase-capacity', {
      source: provider,
      start: hour(14),
      end: hour(18),
      capacity: { cores: 1 },
    });
    const window = { start: hour(8), end: hour(10) };
    const beyond = { source: provider, force: true, ...window, capacity: { cores: 5, ram: 60 } };
    const refused = await service.operation('decrease-capacity', beyond);
    expect(refused).toMatchObject({
      result: 'conflict',
      message: expect.stringMatching(/^requested cores=5 exceeds available 4 between /),
      offer: {
        maxCapacity: { cores: 4, ram: 50 },
        nextWindow: { start: hour(14), end: hour(16) },
      },
    });
    const { maxCapacity: capacity, nextWindow } = refused.offer;
    for (const offered of [{ capacity }, nextWindow]) {
      const rehearsed = { ...beyond, ...offered, 'dry-run': true };
      expect(await service.operation('decrease-capacity', rehearsed)).toMatchObject({ result: 'ok' });
    }
    const longer = { ...beyond, end: hour(11) };
    expect((await service.operation('decrease-capacity', longer)).offer).toEqual({
      maxCapacity: { cores: 4, ram: 50 },
    });
  });
});
