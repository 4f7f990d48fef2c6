import { alone, boot, hour, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const WINDOW = { start: hour(9), end: hour(10) };
const METRICS = ['total', 'reserved', 'usage', 'available'] as const;

/** Provider `one` has 10 cores, `two` 6: a reservation on each, one split over both, one tied to `one` that holds nothing. */
describe('without a provider', () => {
  let service: RunningService;
  let one: { provider: string; pool: string };
  let two: { provider: string; pool: string };
  const ids: Record<'onOne' | 'onTwo' | 'split' | 'tied' | 'drawn' | 'free' | 'ended', string> = {} as never;
  beforeAll(async () => {
    service = await startService();
    one = await service.provider({ cores: 10, ram: 9999, instances: 20 });
    two = await service.provider({ cores: 6, ram: 9999, instances: 20 });
    const until = [undefined, hour(24)] as const;
    const on = (provider: string) => ({ elements: [`ResourceProvider:${provider}`] });
    ids.free = (await boot(service, { 'provider-id': two.provider }))['instance-id'];
    ids.onOne = await reserved(service, 'z1', until, { cores: 3, ram: 512, instances: 3 }, on(one.provider));
    ids.onTwo = await reserved(service, 'z1', until, { cores: 1 }, on(two.provider));
    ids.split = await reserved(service, 'z1', until, { cores: 8 });
    ids.tied = await reserved(service, 'z1', until, {}, on(one.provider));
    ids.drawn = (await boot(service, { 'reservation-id': ids.onOne }))['instance-id'];
    ids.ended = await reserved(service, 'z1', until, { cores: 1 });
    service.clock.advance(60);
    await service.operation('cancel-reservation', { 'reservation-id': ids.ended });
  });
  afterAll(() => stopSound(service));

  const query = async (capacity: string, without: readonly string[], window: object = WINDOW) => {
    const body = { zone: 'z1', capacity, without, window };
    const { collections, utilization } = await service.operation('query-capacity', body);
    const [{ count, capacity: amounts }] = utilization;
    return { collections: new Set(collections as string[]), count, cores: amounts.cores };
  };

  it('the set-up is as it should be', async () => {
    const { claims } = (await service.http.get(`/reservations/${ids.split}`)).body;
    expect(claims).toHaveLength(2);
    const cores = await Promise.all(METRICS.map(async (metric) => (await query(metric, [])).cores));
    expect(cores).toEqual([16, 11, 2, 3]);
  });

  it('its reservations and instances are neither listed nor counted, and what is split counts where it remains', async () => {
    const without = [`ResourceProvider:${one.provider}`];
    expect(await query('total', without)).toEqual({
      collections: new Set([`ResourcePool:${two.pool}`]),
      count: 1,
      cores: 6,
    });
    expect(await query('usage', without)).toEqual({
      collections: new Set([`ResourceAllocation:${ids.free}`]),
      count: 1,
      cores: 1,
    });
    const { collections, count, cores } = await query('reserved', without);
    expect([...collections].sort()).toEqual(
      [`ResourceReservation:${ids.onTwo}`, `ResourceReservation:${ids.split}`].sort(),
    );
    const available = (await query('available', without)).cores;
    expect({ count, sum: 1 + cores + available }).toEqual({ count: 2, sum: 6 });
  });

  it('both providers, there is nothing left', async () => {
    for (const metric of METRICS) {
      const answer = await query(metric, [one.provider, two.provider]);
      expect([metric, answer]).toEqual([metric, { collections: new Set(), count: 0, cores: 0 }]);
    }
  });

  it('a reservation that was ended is left out of the past with it', async () => {
    const past = { start: '2030-01-01T00:00:00Z', end: '2030-01-01T00:00:30Z' };
    const ended = `ResourceReservation:${ids.ended}`;
    expect((await query('reserved', [], past)).collections).toContain(ended);
    expect((await query('reserved', [one.provider, two.provider], past)).collections.size).toBe(0);
    const sides = await Promise.all(
      [one, two].map(async ({ provider }) =>
        (await query('reserved', [provider], past)).collections.has(ended),
      ),
    );
    expect(sides.filter(Boolean)).toHaveLength(1);
  });

  it('an id with the kind of something else names nothing', async () => {
    const wrong = [
      `ResourcePool:${ids.onOne}`,
      `ResourceReservation:${ids.drawn}`,
      `ResourceAllocation:${one.provider}`,
    ];
    for (const metric of METRICS) {
      expect([metric, await query(metric, wrong)]).toEqual([metric, await query(metric, [])]);
    }
  });
});

describe('without a provider whose reservations hold public addresses', () => {
  it('these addresses are neither reserved nor taken', () =>
    alone(
      async (service) => {
        const { provider } = await service.provider({ addresses: 10 });
        await service.provider({ addresses: 10 });
        const range = { source: provider, capacity: { addresses: 1 }, publicIps: ['100.64.0.0/29'] };
        expect(await service.operation('increase-capacity', range)).toMatchObject({ result: 'ok' });
        const on = { elements: [`ResourceProvider:${provider}`] };
        for (const [from, to, addresses] of [
          [9, 11, 2],
          [10, 12, 3],
        ]) {
          await reserved(service, 'z1', [hour(from), hour(to)], { addresses }, on);
        }
        const rows = async (capacity: string): Promise<[string, number, number][]> => {
          const window = { start: hour(9), end: hour(13) };
          const without = [`ResourceProvider:${provider}`];
          const body = { zone: 'z1', capacity, without, window };
          const { utilization } = await service.operation('query-capacity', body);
          return utilization.map((row: Record<string, any>) => [
            row.timestamp,
            row.count,
            row.capacity.addresses,
          ]);
        };
        expect(await rows('reserved')).toEqual([[hour(9), 0, 0]]);
        expect(await rows('total')).toEqual([[hour(9), 1, 6]]);
        expect(await rows('available')).toEqual([[hour(9), 1, 6]]);
      },
      { environment: { PUBLIC_IP_RANGES: 'none' } },
    ));
});
