import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, threshold, toldTo } from './told.js';

describe('a subscription to capacity', () => {
  let service: RunningService;
  let provider: string;

  beforeEach(async () => {
    service = await startService();
    ({ provider } = await service.provider({
      cores: 100,
      ram: 100_000,
      instances: 100,
      addresses: 50,
      gigabytes: 1000,
    }));
  });
  afterEach(() => service.stop());

  const at = (seconds: number): string => formatInstant(service.clock.now() + seconds);

  async function reserve(cores: number, more: object = {}): Promise<string> {
    const body = { zone: 'z1', capacity: { cores: String(cores) }, start: at(0), end: at(1000), ...more };
    const answer = await service.operation('create-reservation', body);
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  }

  async function cancel(id: string): Promise<void> {
    expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject({
      result: 'ok',
    });
  }

  const watchCores = (condition?: object, more: object = {}): Promise<string> =>
    subscribe(service, '/capacity/compute/subscribe', {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      threshold: condition,
      ...more,
    });

  /** `available` of every notification. */
  async function available(subscription: string): Promise<number[]> {
    const bodies = await toldTo(service, subscription);
    return bodies.map(({ capacityInformation }) => (capacityInformation as { available: number }).available);
  }
  it('says which zone and class, and all four figures', async () => {
    const id = await watchCores(threshold('available', 'lt', 50));
    await reserve(60);
    const [body] = await toldTo(service, id);
    expect(body).toEqual({
      zoneId: 'z1',
      notificationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      capacityChangeTime: at(0),
      resourceDescriptor: { computeResourceTypeId: 'cpuCores' },
      capacityInformation: { available: 40, reserved: 60, total: 100, allocated: 0 },
      capacityChangeSubscriptionId: id,
    });
  });

  it('tells once when a condition becomes true, and again only after it was false', async () => {
    const id = await watchCores(threshold('available', 'lt', 50));
    const first = await reserve(60);
    const second = await reserve(10);
    expect(await available(id)).toEqual([40]);
    await cancel(second);
    expect(await available(id)).toEqual([40]);
    await cancel(first);
    expect(await available(id)).toEqual([40]);
    await reserve(51);
    expect(await available(id)).toEqual([40, 49]);
  });

  it('tells at once what is true already, once', async () => {
    await reserve(60);
    const id = await watchCores(threshold('available', 'lt', 50));
    expect(await available(id)).toEqual([40]);
    await reserve(1);
    expect(await available(id)).toEqual([40]);
  });

  it('tells what is true already with the time of the subscription, or of the change of its threshold', async () => {
    const other = await watchCores(threshold('available', 'lt', 50));
    expect(await available(other)).toEqual([]);
    service.clock.advance(72);
    const [made, changed] = [at(0), at(100)];
    const id = await watchCores(threshold('available', 'le', 100));
    expect(await available(id)).toEqual([100]);
    service.clock.advance(100);
    const change = { threshold: threshold('available', 'ge', 100) };
    await service.http.patch(`/subscriptions/${id}`).send(change).expect(200);
    service.clock.advance(100);
    const times = (await toldTo(service, id)).map(({ capacityChangeTime }) => capacityChangeTime as string);
    expect(times).toEqual([made, changed]);
  });

  it('tells of each commit that makes a condition true, even if the next undoes it', async () => {
    const id = await watchCores(threshold('reserved', 'ge', 60));
    for (let round = 0; round < 3; round++) await cancel(await reserve(60));
    expect(await available(id)).toEqual([40, 40, 40]);
  });

  it('tells twice of a window that starts and ends while nothing else happens', async () => {
    const low = await watchCores(threshold('available', 'lt', 50));
    const high = await watchCores(threshold('available', 'ge', 50));
    await reserve(60, { start: at(100), end: at(200) });
    expect(await available(low)).toEqual([]);
    service.clock.advance(100);
    expect(await available(low)).toEqual([40]);
    expect(await available(high)).toEqual([100]);
    service.clock.advance(100);
    expect(await available(low)).toEqual([40]);
    const bodies = await toldTo(service, high);
    expect(bodies.map(({ capacityChangeTime }) => capacityChangeTime as string)).toEqual([at(-200), at(0)]);
  });

  it('misses no instant of a pause', async () => {
    const id = await watchCores(threshold('available', 'lt', 50));
    for (const start of [100, 300, 500]) await reserve(60, { start: at(start), end: at(start + 100) });
    service.clock.advance(10_000);
    expect(await available(id)).toEqual([40, 40, 40]);
  });

  it.each([
    ['lt', 10, [9]],
    ['le', 10, [10]],
    ['gt', 95, [100, 99]],
    ['ge', 95, [100, 99]],
    ['eq', 10, [10]],
    ['ne', 100, [10]],
    ['lt', 9.5, [9]],
    ['gt', 9.5, [100, 99]],
    ['gt', -0.5, [100]],
    ['lt', -1, []],
  ] as const)('compares by %s', async (condition, value, expected) => {
    const id = await watchCores(threshold('available', condition, value));
    const ids = [await reserve(90), await reserve(1)];
    for (const each of ids) await cancel(each);
    expect(await available(id)).toEqual(expected);
  });

  it.each(['total', 'reserved', 'allocated', 'available'])('watches %s', async (figure) => {
    const id = await watchCores(threshold(figure, 'ne', { total: 100, available: 100 }[figure] ?? 0));
    const reservation = await reserve(10, { capacity: { cores: '10', ram: '10000', instances: '5' } });
    await service.operation('create-instance', {
      'reservation-id': reservation,
      name: 'one',
      image: 'image',
      flavor: 'm1.small',
      networks: [],
    });
    await service.operation('increase-capacity', { source: provider, capacity: { cores: 1 } });
    expect(await toldTo(service, id)).toHaveLength(1);
  });

  it('watches a percentage of the total of the moment', async () => {
    const id = await watchCores(threshold('available', 'lt', 33.5, 'percentageOfTotal'));
    await reserve(60);
    expect(await available(id)).toEqual([]);
    await service.operation('decrease-capacity', { source: provider, capacity: { cores: 40 } });
    expect(await available(id)).toEqual([0]);
  });

  it('without a threshold tells of every change, and not of its own beginning', async () => {
    const id = await watchCores();
    expect(await available(id)).toEqual([]);
    const reservation = await reserve(10);
    expect(await available(id)).toEqual([90]);
    await reserve(0, { capacity: { addresses: 3 } });
    expect(await available(id)).toEqual([90]);
    await cancel(reservation);
    expect(await available(id)).toEqual([90, 100]);
  });

  it.each([
    ['compute', 'cpuCores', 110],
    ['network', 'publicIps', 55],
    ['storage', 'storageSize', 1200],
  ])('evaluates %s over the whole service if no zone is named, like a query', async (kind, type, total) => {
    await service.provider({ cores: 10, instances: 10, addresses: 5, gigabytes: 200 }, { zone: 'z2' });
    const asked = { [`${kind}ResourceTypeId`]: type };
    const id = await subscribe(service, `/capacity/${kind}/subscribe`, {
      ...asked,
      threshold: threshold('total', 'ge', total),
    });
    const [body, ...more] = await toldTo(service, id);
    const { body: answer } = await service.http.get(`/capacity/${kind}/query`).send(asked).expect(200);
    expect(body.capacityInformation).toEqual(answer.capacityInformation);
    expect(body).toMatchObject({ capacityInformation: { total }, resourceDescriptor: asked });
    expect(body).not.toHaveProperty('zoneId');
    expect(more).toEqual([]);
  });

  it('compares the sum over all zones, not the figures of each', async () => {
    await service.provider({ cores: 10 }, { zone: 'z2' });
    const some = await watchCores(threshold('available', 'lt', 50), { zoneId: undefined });
    const every = await watchCores(undefined, { zoneId: undefined });
    await reserve(55);
    expect(await available(some)).toEqual([]);
    await reserve(10, { zone: 'z2' });
    expect(await available(some)).toEqual([45]);
    expect(await available(every)).toEqual([55, 45]);
  });

  it('adds a zone that is created later', async () => {
    const cores = await watchCores(threshold('total', 'gt', 105), { zoneId: undefined });
    expect(await toldTo(service, cores)).toEqual([]);
    await service.provider({ cores: 10 }, { zone: 'z9' });
    const bodies = await toldTo(service, cores);
    expect(bodies).toMatchObject([{ capacityInformation: { total: 110 } }]);
  });

  it('sends nothing more once it has ended', async () => {
    const id = await watchCores(threshold('available', 'lt', 50));
    await service.http.delete(`/subscriptions/${id}`);
    await reserve(60);
    expect(await toldTo(service, id)).toEqual([]);
  });
});
