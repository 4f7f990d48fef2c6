import { boot } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, threshold, toldTo } from './told.js';

const TYPES = { cpuCores: 100, virtualMemSize: 100_000, vcInstances: 50 } as const;
const CAPACITY = { cores: '100', ram: '100000', instances: '50' };
const NOTHING = { total: 0, reserved: 0, allocated: 0, available: 0 };

describe('capacity does not leak between zones', () => {
  let service: RunningService;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  async function addProvider(zone: string): Promise<string> {
    const added = await service.operation('add-provider', {
      'provider-type': 'simulated',
      endpoint: `http://${zone}.example:5000/v3`,
      username: 'operator',
      password: 'secret',
      region: zone,
    });
    expect(added).toMatchObject({ result: 'ok' });
    return added['provider-id'] as string;
  }

  /** Watches every class of compute, with a condition and at every change. Returns the subscriptions to `cpuCores`. */
  async function watchAll(zoneId?: string): Promise<string[]> {
    const ids: string[] = [];
    for (const computeResourceTypeId of Object.keys(TYPES)) {
      for (const condition of [undefined, threshold('available', 'ge', 1)]) {
        const body = { zoneId, computeResourceTypeId, threshold: condition };
        ids.push(await subscribe(service, '/capacity/compute/subscribe', body));
      }
    }
    return ids.slice(0, 2);
  }

  async function figures(zoneId: string, computeResourceTypeId: string) {
    const { body } = await service.http
      .get('/capacity/compute/query')
      .query({ zoneId, computeResourceTypeId })
      .expect(200);
    return body.capacityInformation as object;
  }

  async function increase(provider: string): Promise<void> {
    const answer = await service.operation('increase-capacity', { source: provider, capacity: CAPACITY });
    expect(answer).toMatchObject({ result: 'ok' });
  }

  /** A zone that was never given capacity has zero in every figure and refuses every request. */
  async function expectEmpty(zone: string, provider: string): Promise<void> {
    for (const type of Object.keys(TYPES)) expect([type, await figures(zone, type)]).toEqual([type, NOTHING]);
    expect(await boot(service, { 'provider-id': provider })).toMatchObject({ result: 'conflict' });
    const wanted = { zone, capacity: { cores: '1' } };
    expect(await service.operation('create-reservation', wanted)).toMatchObject({ result: 'conflict' });
    const less = { source: provider, capacity: { cores: '30' } };
    expect(await service.operation('decrease-capacity', less)).toMatchObject({ result: 'conflict' });
    expect(await figures(zone, 'cpuCores')).toEqual(NOTHING);
  }

  async function expectFull(zone: string): Promise<void> {
    for (const [type, total] of Object.entries(TYPES)) {
      expect(await figures(zone, type)).toEqual({ ...NOTHING, total, available: total });
    }
  }

  /** Zone and available amount of each notification. */
  async function heard(subscription: string): Promise<unknown[]> {
    const bodies = await toldTo(service, subscription);
    return bodies.map(({ zoneId, capacityInformation }) => [zoneId, capacityInformation.available]);
  }
  it('when a zone is watched before its first pool entry', async () => {
    const one = await addProvider('one');
    const two = await addProvider('two');
    const watching = await watchAll('one');
    for (const id of watching) expect(await heard(id)).toEqual([]);
    await increase(one);
    for (const id of watching) expect(await heard(id)).toEqual([['one', 100]]);
    await expectFull('one');
    await expectEmpty('two', two);
  });

  it('when the whole service is watched before anything is in it', async () => {
    const watching = await watchAll();
    const one = await addProvider('one');
    const two = await addProvider('two');
    for (const id of watching) expect(await heard(id)).toEqual([]);
    await increase(one);
    for (const id of watching) expect(await heard(id)).toEqual([[undefined, 100]]);
    await expectFull('one');
    await expectEmpty('two', two);
  });

  it('when the whole service is watched and a zone is born after others have capacity', async () => {
    const one = await addProvider('one');
    await increase(one);
    const [every] = await watchAll();
    expect(await heard(every)).toEqual([]);
    const two = await addProvider('two');
    expect(await heard(every)).toEqual([]);
    await expectEmpty('two', two);
    const three = await addProvider('three');
    await increase(three);
    expect(await heard(every)).toEqual([[undefined, 200]]);
    await expectFull('one');
    await expectFull('three');
    await expectEmpty('two', two);
  });

  it('when network and storage are watched over the whole service', async () => {
    const one = await addProvider('one');
    const network = await subscribe(service, '/capacity/network/subscribe', {
      networkResourceTypeId: 'publicIps',
    });
    const storage = await subscribe(service, '/capacity/storage/subscribe', {
      storageResourceTypeId: 'volumes',
    });
    for (const id of [network, storage]) expect(await heard(id)).toEqual([]);
    const capacity = { addresses: '8', volumes: '5' };
    await service.operation('increase-capacity', { source: one, capacity });
    expect(await heard(network)).toEqual([[undefined, 8]]);
    expect(await heard(storage)).toEqual([[undefined, 5]]);
    const two = await addProvider('two');
    await service.operation('increase-capacity', { source: two, capacity });
    expect(await heard(network)).toEqual([
      [undefined, 8],
      [undefined, 16],
    ]);
    const { body } = await service.http.get('/capacity/storage/query').query({
      storageResourceTypeId: 'volumes',
      zoneId: 'two',
    });
    expect(body.capacityInformation).toEqual({ ...NOTHING, total: 5, available: 5 });
  });

  it('a subscription to a zone without capacity is notified once the zone has some', async () => {
    const one = await addProvider('one');
    const [every] = await watchAll('one');
    await increase(one);
    await service.operation('decrease-capacity', { source: one, capacity: { cores: '40' } });
    expect((await heard(every)).at(-1)).toEqual(['one', 60]);
  });
});
