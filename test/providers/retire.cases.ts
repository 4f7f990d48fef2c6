import { InstanceWorker } from '../../src/instances/instances.worker.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, untilQueued, whileZoneIsHeld } from '../support/held-zone.js';
import {
  alone,
  boot,
  capacityAt,
  fromNow,
  hour,
  instance,
  reserve,
  reserved,
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const CAPACITY = { cores: 4, ram: 4096, instances: 4 };

describe('DELETE /providers/{id}', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
    await stopSound(service);
  });

  const retire = (provider: string) => service.http.delete(`/providers/${provider}`);
  const read = async (provider: string) =>
    (await service.http.get(`/providers/${provider}`).expect(200)).body;
  const dependents = async (provider: string) => {
    const { body } = await retire(provider).expect(409);
    expect(body).toMatchObject({ code: 'provider-in-use', detail: expect.stringContaining('in use by') });
    return body.dependents as string[];
  };

  it('ends its pool entries with it, and keeps its record and no credentials', async () => {
    const zone = 'retires';
    const { provider, pool } = await service.provider(CAPACITY, { zone });
    const later = { source: provider, capacity: { cores: 2 }, start: hour(9) };
    const { 'pool-id': ahead } = await service.operation('increase-capacity', later);
    const { 'pool-id': less } = await service.operation('decrease-capacity', { ...later, end: hour(12) });
    const { body } = await retire(provider).expect(200);
    expect(body).toMatchObject({ providerId: provider, zone, state: 'retired' });
    const ends = body.pools.map((entry: any) => [entry.poolId, entry.end, entry.ended]);
    const now = fromNow(service, 0);
    expect(ends).toEqual([
      [pool, now, now],
      [ahead, hour(9), now],
      [less, hour(9), now],
    ]);
    expect(await read(provider)).toMatchObject({ state: 'retired', updatedAt: now });
    expect((await service.http.get('/providers?limit=1000')).body.items).toContainEqual(
      expect.objectContaining({ providerId: provider, state: 'retired' }),
    );
    const [{ password }] = await service.dataSource.query(
      'select sealed_password as password from providers where id = $1',
      [provider],
    );
    expect(password).toBeNull();
    for (const when of [now, hour(10), hour(20)]) {
      expect((await capacityAt(service, zone, when, 'total')).cores).toBe(0);
    }
    const { body: history } = await service.http.get(`/pools/${pool}`).expect(200);
    expect(history).toMatchObject({ capacity: CAPACITY, ended: now });
  });

  it('leaves the zone known when its last provider is retired', async () => {
    const zone = 'stays';
    const { provider } = await service.provider(CAPACITY, { zone });
    await retire(provider).expect(200);
    expect((await service.http.get(`/zones/${zone}`).expect(200)).body).toMatchObject({ zone, providers: 0 });
    const query = { zoneId: zone, computeResourceTypeId: 'cpuCores' };
    const { body } = await service.http.get('/capacity/compute/query').query(query).expect(200);
    expect(body.capacityInformation).toEqual({ total: 0, reserved: 0, allocated: 0, available: 0 });
    expect(await reserve(service, zone, [hour(9), hour(10)], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
  });

  it('is refused while a live reservation is backed by it, and names what is in the way', async () => {
    const { provider } = await service.provider(CAPACITY, { zone: 'backed' });
    const id = await reserved(service, 'backed', [hour(9), hour(10)], { cores: 1 });
    expect(await dependents(provider)).toEqual([`ResourceReservation:${id}`]);
    expect(await read(provider)).toMatchObject({ state: 'active' });
    expect((await capacityAt(service, 'backed', hour(9), 'total')).cores).toBe(4);
    await service.operation('cancel-reservation', { 'reservation-id': id });
    await retire(provider).expect(200);
  });

  it('is refused in the batch that makes reservations on it', async () => {
    const zone = 'one-batch';
    const { provider } = await service.provider(CAPACITY, { zone });
    const made: Promise<string>[] = [];
    const make = (at: number) => made.push(reserved(service, zone, [hour(at), hour(at + 1)], { cores: 1 }));
    let named: Promise<string[]> | undefined;
    // The first request waits for the zone's lock, and the others in the queue.
    await whileZoneIsHeld(service.database.url, zone, async () => {
      make(3);
      await untilLockIsAwaited(service.database.url);
      make(9);
      await untilQueued(service, zone, 1);
      named = dependents(provider);
      await untilQueued(service, zone, 2);
    });
    const ids = await Promise.all(made);
    expect((await named)?.sort()).toEqual(ids.map((id) => `ResourceReservation:${id}`).sort());
  });

  it('is not held up by a reservation that is over', async () => {
    const { provider } = await service.provider(CAPACITY, { zone: 'over' });
    await reserved(service, 'over', [fromNow(service, 0), fromNow(service, 10)], { cores: 1 });
    await dependents(provider);
    service.clock.advance(10);
    await retire(provider).expect(200);
  });

  // Regression: the provider was in use until the clock of this process had reached the time of its zone.
  it('is not held up by a reservation that is over in the time of the zone', () =>
    alone(async (own) => {
      const { provider } = await own.provider(CAPACITY);
      await reserved(own, 'z1', [fromNow(own, 0), fromNow(own, 10)], { cores: 1 });
      // As by another process, whose clock is ahead.
      await own.dataSource.query(`update zones set changed_at = to_timestamp($1)`, [own.clock.now() + 60]);
      await own.http.delete(`/providers/${provider}`).expect(200);
    }));

  it('is refused while a reservation has it, or a pool of it, as an element', async () => {
    const { provider, pool } = await service.provider(CAPACITY, { zone: 'element' });
    for (const element of [`ResourceProvider:${provider}`, `ResourcePool:${pool}`]) {
      const id = await reserved(service, 'element', [hour(9), hour(10)], {}, { elements: [element] });
      expect(await dependents(provider)).toEqual([`ResourceReservation:${id}`]);
      await service.operation('cancel-reservation', { 'reservation-id': id });
    }
    await retire(provider).expect(200);
  });

  it('is refused while a reservation in conflict is tied to it', async () => {
    const { provider } = await service.provider(CAPACITY, { zone: 'tied' });
    const elements = [`ResourceProvider:${provider}`];
    const id = await reserved(service, 'tied', [hour(9), hour(10)], { cores: 1 }, { elements });
    await service.http.post(`/providers/${provider}/withdraw`).send({}).expect(200);
    expect(await dependents(provider)).toEqual([`ResourceReservation:${id}`]);
  });

  it('is refused while an instance has a server there, and until the server is gone', async () => {
    const { provider } = await service.provider(CAPACITY, { zone: 'servers' });
    const { 'instance-id': id } = await boot(service, { 'provider-id': provider });
    expect(await dependents(provider)).toEqual([`ResourceAllocation:${id}`]);
    await eventually(async () => expect(await instance(service, id)).toMatchObject({ state: 'active' }));
    await service.app.get(InstanceWorker, { strict: false }).onModuleDestroy();
    await service.operation('destroy-instance', { 'instance-id': id });
    expect(await dependents(provider)).toEqual([`ResourceAllocation:${id}`]);
    service.app.get(InstanceWorker, { strict: false }).onApplicationBootstrap();
    await eventually(async () => expect(await instance(service, id)).toMatchObject({ state: 'deleted' }));
    await retire(provider).expect(200);
  });

  it('names a hundred of those in the way at most', async () => {
    const { provider } = await service.provider({ cores: 200 }, { zone: 'many' });
    const many = Array.from({ length: 101 }, () =>
      reserved(service, 'many', [hour(9), hour(10)], { cores: 1 }),
    );
    await Promise.all(many);
    const { body } = await retire(provider).expect(409);
    expect(body.detail).toContain('101 live reservations');
    expect(body.dependents).toHaveLength(100);
  });

  it('answers 404 for one that is retired already, or never was', async () => {
    const { provider, pool } = await service.provider(CAPACITY, { zone: 'twice' });
    const keyed = () => retire(provider).set('Idempotency-Key', 'retire-1').expect(200);
    expect((await keyed()).body).toEqual((await keyed()).body);
    for (const id of [provider, pool, 'no-id']) {
      expect((await retire(id).expect(404)).body).toMatchObject({ code: 'unknown-provider' });
    }
  });
});
