import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { ReservationsRepository } from '../../src/reservations/reservations.repository.js';
import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';
import { changesIn, subscribe, toldTo } from './told.js';

const CAPACITY = { cores: 100, ram: 1e5, instances: 100, addresses: 50, networks: 10, ports: 10 };

describe('a subscription to reservations', () => {
  let service: RunningService;
  let provider: string;
  let all: string;

  beforeAll(async () => {
    service = await startService({ environment: { END_APPROACHING_LEAD_SECONDS: '300', VIM_ID: 'vim-1' } });
    ({ provider } = await service.provider(CAPACITY));
  });
  afterAll(() => service.stop());

  // Regression: all were in memory together, and each may have a MiB.
  it('to many by their ids reads some at a time, and names one that is unknown', async () => {
    const found = jest.spyOn(ReservationsRepository.prototype, 'find');
    try {
      const ids: string[] = [];
      for (let i = 0; i < 25; i++) {
        const made = await service.operation('create-reservation', { zone: 'z1', capacity: { cores: 1 } });
        ids.push(made['reservation-id'] as string);
      }
      found.mockClear();
      const inputFilter = [...ids, ids[0]].map((reservationId) => ({ reservationId }));
      const subscribing = (filter: object[]) =>
        service.http.post('/reservation/subscribe').send({ inputFilter: filter });
      await subscribing(inputFilter).expect(201);
      expect(found.mock.calls.map(([some]) => some.length)).toEqual([20, 6]);
      const unknown = { reservationId: '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000' };
      const { body } = await subscribing([...inputFilter, unknown]).expect(404);
      expect(body.errors).toMatchObject([{ pointer: '/inputFilter/26/reservationId' }]);
    } finally {
      found.mockRestore();
    }
  });

  beforeEach(async () => {
    all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
  });

  afterEach(async () => {
    const { body } = await service.http.get('/reservations?limit=100');
    for (const { reservationId: id } of (body as { items: Record<string, string>[] }).items) {
      await service.operation('cancel-reservation', { 'reservation-id': id });
    }
  });

  const at = (seconds: number): string => formatInstant(service.clock.now() + seconds);

  async function reserve(more: object = {}): Promise<string> {
    const body = { zone: 'z1', capacity: { cores: '10' }, start: at(1000), end: at(5000), ...more };
    const answer = await service.operation('create-reservation', body);
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  }

  /** Change types and changed data, in order. */
  async function told(subscription = all): Promise<[string, object][]> {
    const bodies = await toldTo(service, subscription);
    return changesIn(bodies).map(({ changeType, changedReservationData }) => [
      changeType as string,
      changedReservationData as object,
    ]);
  }
  it('names the reservation, the change and the subscription', async () => {
    const id = await reserve();
    const mine = await subscribe(service, '/reservation/subscribe', { inputFilter: [{ reservationId: id }] });
    await service.operation('update-reservation', { 'reservation-id': id, end: at(6000) });
    const [body] = await toldTo(service, mine);
    expect(body).toEqual({
      changeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reservationId: id,
      vimId: 'vim-1',
      changeType: 'Reservation time change',
      changedReservationData: { endTime: at(6000) },
      reservationChangeSubscriptionId: mine,
    });
  });

  it('tells of time and resources apart, and only what changed of each', async () => {
    const id = await reserve({ capacity: { cores: '10', ram: '100', instances: '2' } });
    const change = { start: at(2000), end: null, capacity: { cores: '12' } };
    await service.operation('update-reservation', { 'reservation-id': id, ...change });
    expect(await told()).toEqual([
      ['Reservation time change', { startTime: at(2000), endTime: null }],
      ['Reservation resource change', { computePoolReserved: { numCpuCores: 12 } }],
    ]);
  });

  it('tells of additional addresses', async () => {
    const id = await reserve({ capacity: { addresses: '1' } });
    await service.operation('update-reservation', { 'reservation-id': id, capacity: { addresses: '2' } });
    const [[type, data]] = await told();
    expect(type).toBe('Reservation resource change');
    expect(data).toEqual({ publicIps: [expect.any(String), expect.any(String)] });
  });

  it('tells of amounts that Group B has no member for', async () => {
    const id = await reserve({ capacity: { cores: '1', networks: '3' } });
    const update = (capacity: object) =>
      service.operation('update-reservation', { 'reservation-id': id, capacity });
    for (const capacity of [{ networks: '5' }, { cores: '2', ports: '1' }, { networks: '0' }])
      expect(await update(capacity)).toMatchObject({ result: 'ok' });
    const [first, ...others] = await toldTo(service, all);
    expect(first.changedReservationData).toMatchObject({ capacity: { networks: 3 } });
    expect(others.map(({ changedReservationData }) => changedReservationData as object)).toEqual([
      { capacity: { networks: 5 } },
      { computePoolReserved: { numCpuCores: 2 }, capacity: { ports: 1 } },
      { capacity: { networks: 0 } },
    ]);
  });

  it('tells how many addresses a reservation waits for', async () => {
    const blocker = await reserve({ capacity: { cores: '100' } });
    const id = await reserve({ capacity: { cores: '1', addresses: '2' }, wait: true });
    await service.operation('update-reservation', { 'reservation-id': id, capacity: { addresses: '3' } });
    await service.operation('cancel-reservation', { 'reservation-id': blocker });
    const own = (await toldTo(service, all)).filter(({ reservationId }) => reservationId === id);
    expect(own.map(({ changedReservationData }) => changedReservationData as object)).toEqual([
      expect.objectContaining({ capacity: { addresses: 2 } }),
      { capacity: { addresses: 3 } },
      { publicIps: [expect.any(String), expect.any(String), expect.any(String)] },
      { reservationStatus: 'initialized' },
    ]);
  });

  it('sends nothing for an update that changes nothing, nor for one that is refused', async () => {
    const id = await reserve();
    await service.operation('update-reservation', { 'reservation-id': id, end: at(5000) });
    await service.operation('update-reservation', { 'reservation-id': id, capacity: { cores: '5000' } });
    expect(await told()).toEqual([]);
  });

  it('tells of the end that a caller makes, by either interface', async () => {
    const canceled = await reserve();
    const body = { startTime: at(10), computePoolReservation: { numCpuCores: 1 } };
    const created = await service.http.post('/reservation/compute/create').send(body);
    const { reservationId } = created.body.reservationData as { reservationId: string };
    await service.operation('cancel-reservation', { 'reservation-id': canceled });
    await service.http.delete(`/reservation/compute/${reservationId}`);
    const ended = { reservationStatus: 'terminated' };
    expect(await told()).toEqual([
      ['Reservation terminated', ended],
      ['Reservation terminated', ended],
    ]);
  });

  it('tells of start, approaching end and end by the clock alone, each once and in order', async () => {
    const id = await reserve({ start: at(1000), end: at(5000) });
    const end = at(5000);
    service.clock.advance(999);
    expect(await told()).toEqual([]);
    service.clock.advance(1);
    expect(await told()).toEqual([['Reservation status change', { reservationStatus: 'active' }]]);
    expect(await told()).toHaveLength(1);
    service.clock.advance(3700);
    expect(await told()).toHaveLength(2);
    service.clock.advance(300);
    expect(await told()).toEqual([
      ['Reservation status change', { reservationStatus: 'active' }],
      ['Reservation end approaching', { endTime: end }],
      ['Reservation expired', { reservationStatus: 'expired' }],
    ]);
    await service.operation('cancel-reservation', { 'reservation-id': id });
    expect(await told()).toHaveLength(3);
  });

  it('tells what the clock did during a pause, in the order it happened, and of no end that has come as approaching', async () => {
    await reserve({ start: at(10_000), end: at(20_000) });
    service.clock.advance(100_000);
    expect((await told()).map(([type]) => type)).toEqual([
      'Reservation status change',
      'Reservation expired',
    ]);
  });

  it('tells that a reservation which begins at once is active', async () => {
    await reserve({ start: at(0), end: at(50_000) });
    expect(await told()).toEqual([['Reservation status change', { reservationStatus: 'active' }]]);
    service.clock.advance(10);
    expect(await told()).toHaveLength(1);
  });

  it('tells that the end approaches no earlier than the start, and again when the end is moved', async () => {
    const id = await reserve({ start: at(100), end: at(200) });
    service.clock.advance(99);
    expect(await told()).toEqual([]);
    service.clock.advance(1);
    expect((await told()).map(([type]) => type)).toEqual([
      'Reservation status change',
      'Reservation end approaching',
    ]);
    await service.operation('update-reservation', { 'reservation-id': id, end: at(1000) });
    expect(await told()).toHaveLength(3);
    service.clock.advance(700);
    expect((await told()).map(([type]) => type).slice(2)).toEqual([
      'Reservation time change',
      'Reservation end approaching',
    ]);
  });

  it('tells that the end approaches at the admission of a reservation that has waited until then', async () => {
    const blocker = await reserve({ start: at(0), end: at(50_000), capacity: { cores: '100' } });
    const id = await reserve({ start: at(0), end: at(1000), wait: true });
    const waits = await subscribe(service, '/reservation/subscribe', {
      inputFilter: [{ reservationId: id }],
    });
    service.clock.advance(900);
    expect(await told(waits)).toEqual([]);
    await service.operation('cancel-reservation', { 'reservation-id': blocker });
    expect(await told(waits)).toEqual([
      ['Reservation time change', { startTime: at(0) }],
      ['Reservation status change', { reservationStatus: 'active' }],
      ['Reservation end approaching', { endTime: at(100) }],
    ]);
  });

  it('tells of a conflict and of its undoing', async () => {
    await reserve({ capacity: { cores: '90' } });
    const pool = { source: provider, capacity: { cores: '50' } };
    expect(await service.operation('decrease-capacity', { ...pool, force: true })).toMatchObject({
      result: 'ok',
    });
    await service.operation('increase-capacity', pool);
    expect(await told()).toEqual([
      ['Reservation conflict', { reservationStatus: 'conflict' }],
      ['Reservation status change', { reservationStatus: 'initialized' }],
    ]);
  });

  // Regression: subscribers were told of a conflict, and of its undoing, by a decision after which it held what it had before.
  it('tells of no conflict of a reservation that fits again once older ones are displaced', async () => {
    await reserve({ capacity: { cores: '90' } });
    await reserve();
    const pool = { source: provider, capacity: { cores: '50' } };
    const { displaced } = await service.operation('decrease-capacity', { ...pool, force: true });
    expect(displaced).toHaveLength(1);
    expect(await told()).toEqual([['Reservation conflict', { reservationStatus: 'conflict' }]]);
    await service.operation('increase-capacity', pool);
  });

  it('tells that a reservation nothing was taken from has lapsed', async () => {
    await reserve({ start: at(0), expiry: 60 });
    service.clock.advance(60);
    await service.app.get(ReservationsClock).tick();
    expect((await told()).map(([type]) => type)).toEqual([
      'Reservation status change',
      'Reservation expired',
    ]);
  });

  it('tells of the move to another zone, once', async () => {
    await service.provider({ cores: 100 }, { zone: 'z2' });
    const id = await reserve({ start: at(0), end: at(90_000) });
    expect(await told()).toHaveLength(1);
    await service.operation('update-reservation', { 'reservation-id': id, zone: 'z2' });
    expect((await told()).slice(1)).toEqual([
      ['Reservation resource change', { zoneId: 'z2', computePoolReserved: { zoneId: 'z2' } }],
    ]);
    service.clock.advance(90_000);
    expect((await told()).slice(2).map(([type]) => type)).toEqual(['Reservation expired']);
  });

  it.each([
    ['public addresses', 'network', { networkReservation: { numPublicIps: 1 } }],
    ['storage', 'storage', { storagePoolReservation: { storageSize: 5 } }],
    [
      'containers',
      'compute',
      {
        virtualizationContainerReservation: [
          { containerId: 'c', containerFlavor: { virtualCpu: { numVirtualCpu: 1 } } },
        ],
      },
    ],
  ])('tells of a move without a member of another kind: %s', async (what, kind, body) => {
    const [from, to] = [`${kind}-${what}`, `to-${kind}-${what}`].map((name) => name.replace(' ', '-'));
    for (const zone of [from, to])
      await service.provider({ cores: 10, instances: 10, addresses: 5, gigabytes: 10 }, { zone });
    const times = { startTime: at(1000), endTime: at(5000) };
    const answer = await service.http
      .post(`/reservation/${kind}/create`)
      .send({ zoneId: from, ...times, ...body });
    expect(answer.status).toBe(201);
    const { reservationId } = answer.body.reservationData;
    const moved = await service.operation('update-reservation', {
      'reservation-id': reservationId,
      zone: to,
    });
    expect(moved).toMatchObject({ result: 'ok' });
    const addresses = kind === 'network' ? { publicIps: [expect.any(String)] } : {};
    expect(await told()).toEqual([['Reservation resource change', { zoneId: to, ...addresses }]]);
  });

  it('sends the changes of one reservation only, if it names one, and nothing of what was before', async () => {
    const mine = await reserve();
    const other = await reserve();
    await service.operation('update-reservation', { 'reservation-id': mine, end: at(6000) });
    const watching = await subscribe(service, '/reservation/subscribe', {
      inputFilter: [{ reservationId: mine }],
    });
    await service.operation('update-reservation', { 'reservation-id': other, end: at(6000) });
    await service.operation('update-reservation', { 'reservation-id': mine, end: at(7000) });
    expect(await told(watching)).toEqual([['Reservation time change', { endTime: at(7000) }]]);
    expect(await told()).toHaveLength(3);
  });

  it('leaves no recorded changes behind once they are sent', async () => {
    const id = await reserve();
    await service.operation('update-reservation', { 'reservation-id': id, end: at(6000) });
    await told();
    const [{ left }] = await service.dataSource.query<{ left: number }[]>(
      `select count(*)::int as left from reservation_changes`,
    );
    expect(left).toBe(0);
  });
});
