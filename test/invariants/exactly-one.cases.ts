import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { startService, type RunningService } from '../support/service.js';

/** Provokes the race for the last capacity. Only the number of winners matters. */
describe.each([1, 3])('the last of something, wanted by many through %i processes', (processes) => {
  const services: RunningService[] = [];
  let callers: Caller[];
  beforeAll(async () => {
    services.push(await startService());
    const [{ database, clock }] = services;
    while (services.length < processes) services.push(await startService({ database, clock }));
    callers = services.map(({ baseUrl }) => new Caller(baseUrl));
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    for (const service of services.reverse()) await service.stop();
  });
  afterEach(async () => {
    const [{ database, clock }] = services;
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, clock.now())).toEqual([]);
  });

  async function results(
    count: number,
    path: string,
    body: (index: number) => object,
  ): Promise<Record<string, number>> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => callers[index % callers.length].post(path, body(index))),
    );
    const tally: Record<string, number> = {};
    for (const { status, body: answered } of answers) {
      const outcome = `${status} ${answered.result ?? answered.code ?? 'created'}`;
      tally[outcome] = (tally[outcome] ?? 0) + 1;
    }
    return tally;
  }

  it.each([8, 64])('one of %i reservations gets the last core', async (count) => {
    const zone = `last-core-${count}`;
    await services[0].provider({ cores: 1 }, { zone });
    const tally = await results(count, '/create-reservation', () => ({ zone, capacity: { cores: '1' } }));
    expect(tally).toEqual({ '200 ok': 1, '200 conflict': count - 1 });
  });

  it.each([8, 64])('one of %i northbound reservations gets the last core', async (count) => {
    const zone = `northbound-${count}`;
    await services[0].provider({ cores: 1 }, { zone });
    const body = {
      zoneId: zone,
      startTime: '2030-06-01T00:00:00Z',
      computePoolReservation: { numCpuCores: 1 },
    };
    const tally = await results(count, '/reservation/compute/create', () => body);
    expect(tally).toEqual({ '201 created': 1, '409 capacity-insufficient': count - 1 });
  });

  it('one of 32 gets the last address, and it is a concrete one', async () => {
    const zone = 'last-address';
    await services[0].provider({ addresses: 1 }, { zone });
    const tally = await results(32, '/create-reservation', () => ({ zone, capacity: { addresses: 1 } }));
    expect(tally).toEqual({ '200 ok': 1, '200 conflict': 31 });
  });

  it('10 of 16 clients get 1 of 10', async () => {
    const zone = 'ten';
    await services[0].provider({ cores: 10, instances: 10 }, { zone });
    const tally = await results(16, '/create-reservation', () => ({
      zone,
      capacity: { cores: 1, instances: 1 },
    }));
    expect(tally).toEqual({ '200 ok': 10, '200 conflict': 6 });
  });

  it('the last core goes to one of many kinds of request', async () => {
    const zone = 'kinds';
    const { provider } = await services[0].provider({ cores: 2, ram: 4096, instances: 4 }, { zone });
    const held = await services[0].operation('create-reservation', { zone, capacity: { cores: 1 } });
    const kinds: [string, object][] = [
      ['/create-reservation', { zone, capacity: { cores: 1 } }],
      ['/create-instance', { 'provider-id': provider, name: 'n', image: 'i', flavor: 'm1.tiny' }],
      ['/update-reservation', { 'reservation-id': held['reservation-id'], capacity: { cores: 2 } }],
      ['/decrease-capacity', { source: provider, capacity: { cores: 1 } }],
    ];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        callers[index % callers.length].post(...kinds[index % kinds.length]),
      ),
    );
    const winners = answers.flatMap(({ body }, index) =>
      body.result === 'ok' ? [index % kinds.length] : [],
    );
    // Several updates may succeed, because a repeated update takes no further core. But only one kind of request succeeds.
    expect(new Set(winners).size).toBe(1);
    if (winners[0] !== 2) expect(winners).toHaveLength(1);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(['ok', 'conflict']).toContain(body.result);
    }
  });

  it('one of 16 destroys an instance and one of 16 cancels a reservation', async () => {
    const zone = 'endings';
    const { provider } = await services[0].provider({ cores: 2, ram: 4096, instances: 4 }, { zone });
    const reserved = await services[0].operation('create-reservation', { zone, capacity: { cores: 1 } });
    const created = await services[0].operation('create-instance', {
      'provider-id': provider,
      name: 'n',
      image: 'i',
      flavor: 'm1.tiny',
    });
    const cancels = results(16, '/cancel-reservation', () => ({
      'reservation-id': reserved['reservation-id'],
    }));
    const destroys = results(16, '/destroy-instance', () => ({ 'instance-id': created['instance-id'] }));
    expect(await cancels).toEqual({ '200 ok': 1, '200 error': 15 });
    expect(await destroys).toEqual({ '200 ok': 1, '200 error': 15 });
  });
});
