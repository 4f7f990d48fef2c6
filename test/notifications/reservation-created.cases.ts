import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

const CAPACITY = { cores: 100, ram: 1e5, instances: 100, addresses: 50, gigabytes: 1e4, volumes: 100 };

describe('a subscription to all reservations is notified of a creation', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
    await service.provider(CAPACITY);
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  const at = (seconds: number): string => formatInstant(service.clock.now() + seconds);
  const watchAll = (from = service) => subscribe(from, '/reservation/subscribe', { inputFilter: [] });

  async function reserve(more: object = {}, tenant?: string, from = service): Promise<string> {
    const body = { zone: 'z1', capacity: { cores: '1' }, start: at(1000), end: at(5000), ...more };
    const asked = from.http.post('/create-reservation').send(body);
    if (tenant !== undefined) void asked.set('Headroom-Tenant', tenant);
    const answer = (await asked).body;
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  }

  /** The reservations whose creation was sent to a subscription, in order. */
  async function created(subscription: string): Promise<string[]> {
    const bodies = await toldTo(service, subscription);
    const some = bodies.filter(({ changeType }) => changeType === 'Reservation created');
    return some.map(({ reservationId }) => reservationId as string);
  }

  async function dataOf(subscription: string): Promise<unknown> {
    return (await toldTo(service, subscription)).at(-1)?.changedReservationData;
  }
  it('with its data as it was made, once', async () => {
    const all = await watchAll();
    const id = await reserve({ capacity: { cores: '2', ram: '512', instances: '1' } });
    const [body, ...others] = await toldTo(service, all);
    expect(others).toEqual([]);
    expect(body).toEqual({
      changeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reservationId: id,
      vimId: 'headroom',
      changeType: 'Reservation created',
      changedReservationData: {
        startTime: at(1000),
        endTime: at(5000),
        reservationStatus: 'initialized',
        zoneId: 'z1',
        computePoolReserved: { numCpuCores: 2, virtualMemSize: 512, numVcInstances: 1, zoneId: 'z1' },
      },
      reservationChangeSubscriptionId: all,
    });
    expect(await toldTo(service, all)).toHaveLength(1);
  });

  it('whatever it is of, and by whichever interface it was made', async () => {
    const all = await watchAll();
    const times = { startTime: at(1000), endTime: at(5000), expiryTime: at(3000) };
    const post = (kind: string, body: object) =>
      service.http
        .post(`/reservation/${kind}/create`)
        .send({ ...times, ...body })
        .expect(201);
    const same = { ...times, reservationStatus: 'initialized', zoneId: 'z1' };
    await post('network', { networkReservation: { numPublicIps: 2 } });
    expect(await dataOf(all)).toEqual({ ...same, publicIps: [expect.any(String), expect.any(String)] });
    await post('storage', { storagePoolReservation: { storageSize: 5, numVolumes: 1 } });
    const storage = { storageSize: 5, numSnapshots: 0, numVolumes: 1 };
    expect(await dataOf(all)).toEqual({ ...same, storagePoolReserved: storage });
    const containerFlavor = { virtualCpu: { numVirtualCpu: 1 }, virtualMemory: { virtualMemSize: 64 } };
    await post('compute', { virtualizationContainerReservation: [{ containerId: 'c', containerFlavor }] });
    expect(await dataOf(all)).toEqual({
      ...same,
      virtualizationContainerReserved: [expect.objectContaining({ containerId: 'c' })],
    });
    const element = { elements: [(await service.provider({})).provider] };
    await reserve({ capacity: {}, zone: undefined, ...element });
    expect(await dataOf(all)).toMatchObject({ elements: [`ResourceProvider:${element.elements[0]}`] });
  });

  it.each<[string, string[], () => object]>([
    [
      'that is named and held',
      ['name', 'labels', 'heldUntil'],
      () => ({ name: 'night run', labels: { team: 'blue' }, holdSeconds: 60 }),
    ],
    [
      'that waits',
      ['waitUntil'],
      () => ({ waitUntil: at(4000), computePoolReservation: { numCpuCores: 1000 } }),
    ],
    ['of a series', ['seriesId'], () => ({ repeat: 'FREQ=DAILY;COUNT=1' })],
  ])('with all members of the answer: one %s', async (_, members, more) => {
    const all = await watchAll();
    const body = { startTime: at(1000), endTime: at(5000), computePoolReservation: { numCpuCores: 1 } };
    const asked = { zoneId: 'z1', ...body, ...more() };
    const answer = await service.http.post('/reservation/compute/create').send(asked).expect(201);
    const { reservationId, ...data } = answer.body.reservationData;
    expect(await dataOf(all)).toEqual(data);
    expect(Object.keys(data)).toEqual(expect.arrayContaining(members));
    await service.operation('cancel-reservation', { 'reservation-id': reservationId });
  });

  it('before anything else that happened to it, though it is over when it is told', async () => {
    const all = await watchAll();
    const id = await reserve({ start: at(0) });
    const end = at(6000);
    await service.operation('update-reservation', { 'reservation-id': id, end, capacity: { cores: '3' } });
    await service.operation('cancel-reservation', { 'reservation-id': id });
    const bodies = await toldTo(service, all);
    expect(bodies.map(({ changeType }) => changeType as string)).toEqual([
      'Reservation created',
      'Reservation status change',
      'Reservation time change',
      'Reservation resource change',
      'Reservation terminated',
    ]);
    expect(bodies[0].changedReservationData).toMatchObject({
      endTime: at(5000),
      reservationStatus: 'initialized',
      computePoolReserved: { numCpuCores: 1 },
    });
  });

  it('but not of reservations made before the subscription, even in the same second and not yet evaluated', async () => {
    const first = await watchAll();
    const before = await reserve();
    const second = await watchAll();
    const after = await reserve();
    // Of different reservations, so in any order.
    expect((await created(first)).toSorted()).toEqual([before, after].toSorted());
    expect(await created(second)).toEqual([after]);
  });

  it('also when the clock of the process that makes it is behind', async () => {
    const clock = new TestClock(service.clock.now() - 3600);
    const behind = await startService({ database: service.database, clock });
    await tellWhenAsked(behind);
    await service.provider({ cores: 10 }, { zone: 'behind' });
    await watchAll();
    const all = await watchAll();
    const id = await reserve({ zone: 'behind' }, undefined, behind);
    expect(await created(all)).toEqual([id]);
    await behind.stop();
  });

  it('while a subscription to some is notified of none', async () => {
    const inputFilter = [{ reservationId: await reserve() }];
    const some = await subscribe(service, '/reservation/subscribe', { inputFilter });
    await reserve();
    expect(await toldTo(service, some)).toEqual([]);
  });
});
