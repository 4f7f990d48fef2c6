import { formatInstant } from '../../src/kernel/time-window.js';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { subscribe, toldTo } from '../notifications/told.js';
import {
  alone,
  availableCores,
  boot,
  capacityAt,
  fromNow,
  reservation,
  reserve,
  reserved,
  statesOf,
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const WAITING = { result: 'ok', message: 'reservation request accepted', state: 'waiting' };
const OK = { result: 'ok' };
const DAY = 86_400;

describe('a reservation that waits', () => {
  let service: RunningService;
  let zones = 0;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const day = (start?: number): [string | undefined, string] => [
    start === undefined ? undefined : fromNow(service, start),
    fromNow(service, (start ?? 0) + DAY),
  ];
  const cancel = (id: string) => service.operation('cancel-reservation', { 'reservation-id': id });
  const update = (id: string, change: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...change });

  /** A zone of ten cores, all of them taken for a day. */
  async function fullZone(capacity: Record<string, number> = { cores: 10, ram: 4096, instances: 10 }) {
    const zone = `wait-${++zones}`;
    const { provider } = await service.provider(capacity, { zone });
    const blocker = await reserved(service, zone, day(), { cores: 10 });
    return { zone, provider, blocker };
  }
  const wait = (zone: string, cores: number, more: object = {}) =>
    reserve(service, zone, day(), { cores }, { wait: true, ...more });
  const waiting = async (zone: string, cores: number, more: object = {}): Promise<string> => {
    const answer = await wait(zone, cores, more);
    expect(answer).toMatchObject(WAITING);
    return answer['reservation-id'] as string;
  };

  it('Q1: is like any other if it fits at once', async () => {
    const zone = `wait-${++zones}`;
    await service.provider({ cores: 10 }, { zone });
    const answer = await wait(zone, 4);
    expect(answer).toMatchObject(OK);
    expect(answer).not.toHaveProperty('state');
    expect(await availableCores(service, zone)).toBe(6);
  });

  it('Q2: holds nothing, shows in no figure and in no collection', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', claims: [], publicIps: [] });
    expect(await capacityAt(service, zone, fromNow(service, 0), 'reserved')).toMatchObject({ cores: 10 });
    const { reservations } = await service.operation('query-reservation', { zone });
    expect(reservations).toEqual([blocker]);
    const { collections } = await service.operation('query-capacity', { zone, capacity: 'reserved' });
    expect(collections).toEqual([`ResourceReservation:${blocker}`]);
  });

  it('Q3: is admitted by the cancellation that makes room, the oldest first', async () => {
    const { zone, blocker } = await fullZone();
    const ids = [await waiting(zone, 6), await waiting(zone, 6), await waiting(zone, 4)];
    await cancel(blocker);
    // The third passes the second, which no longer fits.
    expect(await statesOf(service, ids)).toEqual(['active', 'waiting', 'active']);
    expect(await availableCores(service, zone)).toBe(0);
  });

  it('Q4: is admitted by a reservation that shrinks', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    await update(blocker, { capacity: { cores: 7 } });
    expect(await statesOf(service, [id])).toEqual(['waiting']);
    await update(blocker, { capacity: { cores: 6 } });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q5: is admitted by more capacity', async () => {
    const { zone, provider } = await fullZone();
    const id = await waiting(zone, 4);
    await service.operation('increase-capacity', { source: provider, capacity: { cores: 4 } });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q6: is admitted by an instance that is destroyed', async () => {
    const zone = `wait-${++zones}`;
    const { provider } = await service.provider({ cores: 1, ram: 4096, instances: 10 }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'provider-id': provider });
    const id = await waiting(zone, 1);
    await service.operation('destroy-instance', { 'instance-id': instance });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q7: is admitted at the end of a hold, before a request of that second', async () => {
    const zone = `wait-${++zones}`;
    await service.provider({ cores: 10 }, { zone });
    await reserve(service, zone, day(), { cores: 10 }, { hold: 60 });
    const id = await waiting(zone, 10);
    service.clock.advance(60);
    expect(await reserve(service, zone, day(), { cores: 1 })).toMatchObject({ result: 'conflict' });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q8: is admitted at the end of a reservation, before a request of that second', async () => {
    const zone = `wait-${++zones}`;
    await service.provider({ cores: 10 }, { zone });
    await reserve(service, zone, [undefined, fromNow(service, 100)], { cores: 10 });
    const id = await waiting(zone, 10);
    const end = fromNow(service, DAY);
    service.clock.advance(99);
    expect(await statesOf(service, [id])).toEqual(['waiting']);
    expect(await reserve(service, zone, [undefined, undefined], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
    service.clock.advance(1);
    expect(await reserve(service, zone, [undefined, undefined], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
    // Its start passed while it waited: it is from now.
    expect(await reservation(service, id)).toMatchObject({
      state: 'active',
      start: fromNow(service, 0),
      end,
    });
  });

  it('Q9: needs no request to be admitted by the clock', async () => {
    const zone = `wait-${++zones}`;
    await service.provider({ cores: 10 }, { zone });
    await reserve(service, zone, [undefined, fromNow(service, 100)], { cores: 10 });
    const id = await waiting(zone, 10);
    service.clock.advance(100);
    await service.app.get(ReservationsClock).tick();
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q10: comes after reservations in conflict', async () => {
    const zone = `wait-${++zones}`;
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const kept = await reserved(service, zone, day(), { cores: 5 });
    const id = await waiting(zone, 6);
    const lost = await reserved(service, zone, day(), { cores: 5 });
    await service.operation('decrease-capacity', { source: provider, capacity: { cores: 5 }, force: true });
    expect(await statesOf(service, [kept, lost, id])).toEqual(['active', 'conflict', 'waiting']);
    await cancel(kept);
    expect(await statesOf(service, [lost, id])).toEqual(['active', 'waiting']);
  });

  it('Q11: is given up at its deadline, and told so', async () => {
    const { zone, blocker } = await fullZone();
    const subscription = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const until = fromNow(service, 60);
    const id = await waiting(zone, 4, { wait: undefined, 'wait-until': until });
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', waitUntil: until });
    service.clock.advance(60);
    expect(await statesOf(service, [id])).toEqual(['expired']);
    await cancel(blocker);
    expect(await statesOf(service, [id])).toEqual(['expired']);
    await service.app.get(ReservationsClock).tick();
    expect(await cancel(id)).toMatchObject({ result: 'error' });
    const told = await toldTo(service, subscription);
    expect(
      told.filter(({ reservationId }) => reservationId === id).map(({ changeType }) => changeType),
    ).toEqual(['Reservation created', 'Reservation expired']);
  });

  it('Q12: is given up at the end of its window', async () => {
    const { zone } = await fullZone();
    const id = await waiting(zone, 4, { end: fromNow(service, 10) });
    service.clock.advance(10);
    expect(await statesOf(service, [id])).toEqual(['expired']);
    await service.app.get(ReservationsClock).tick();
    expect(await statesOf(service, [id])).toEqual(['expired']);
  });

  it('Q13: is listed with those that wait, in the order in which they are tried', async () => {
    const { zone, blocker } = await fullZone();
    const ids = [await waiting(zone, 6), await waiting(zone, 6), await waiting(zone, 6)];
    const listed = async () => {
      const { body } = await service.http.get(`/reservations?zone=${zone}&state=waiting`);
      return body.items.map(({ reservationId }: { reservationId: string }) => reservationId) as string[];
    };
    expect(await listed()).toEqual(ids);
    await cancel(blocker);
    expect(await listed()).toEqual(ids.slice(1));
  });

  it('Q14: can be cancelled, and is not admitted any more', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    expect(await cancel(id)).toEqual({ result: 'ok', message: 'reservation canceled' });
    await cancel(blocker);
    expect(await reservation(service, id)).toMatchObject({ state: 'terminated', claims: [] });
    expect(await availableCores(service, zone)).toBe(10);
    const past = await service.operation('query-reservation', { zone });
    expect(past.reservations).not.toContain(id);
  });

  it('Q15: can be changed, and is admitted if it fits then', async () => {
    const { zone } = await fullZone();
    const id = await waiting(zone, 4);
    expect(await update(id, { capacity: { cores: 5 } })).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'waiting', capacity: { cores: 5 } });
    expect(await update(id, { start: fromNow(service, DAY), end: fromNow(service, 2 * DAY) })).toMatchObject(
      OK,
    );
    expect(await statesOf(service, [id])).toEqual(['initialized']);
  });

  it('Q16: is admitted where it moves to, or waits there', async () => {
    const { zone } = await fullZone();
    const [free, full] = [`${zone}-free`, (await fullZone()).zone];
    await service.provider({ cores: 10 }, { zone: free });
    const [one, other] = [await waiting(zone, 4), await waiting(zone, 4)];
    expect(await update(one, { zone: free })).toMatchObject(OK);
    expect(await update(other, { zone: full })).toMatchObject(OK);
    expect(await reservation(service, one)).toMatchObject({ zone: free, state: 'active' });
    expect(await reservation(service, other)).toMatchObject({ zone: full, state: 'waiting' });
  });

  it('Q17: cannot be drawn on, and says why', async () => {
    const { zone } = await fullZone();
    const id = await waiting(zone, 4);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({
      result: 'error',
      message: 'reservation is currently not active: it is waiting for capacity',
    });
  });

  it('Q18: tells of its creation, and of its admission as a change of status', async () => {
    const { zone, blocker } = await fullZone();
    const subscription = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const id = await waiting(zone, 4, { start: fromNow(service, 1000) });
    await cancel(blocker);
    const told = (await toldTo(service, subscription)).filter(({ reservationId }) => reservationId === id);
    expect(told.map(({ changeType }) => changeType)).toEqual([
      'Reservation created',
      'Reservation status change',
    ]);
    expect(told[0].changedReservationData).toMatchObject({ reservationStatus: 'waiting' });
    expect(told[1].changedReservationData).toMatchObject({ reservationStatus: 'initialized' });
  });

  it('Q19: is not accepted with a hold, or until a time that has passed', async () => {
    const { zone } = await fullZone();
    expect(await wait(zone, 4, { hold: 60 })).toMatchObject({
      result: 'error',
      message: 'wait and hold must not both be given',
    });
    expect(await wait(zone, 4, { 'wait-until': fromNow(service, 0) })).toMatchObject({
      result: 'error',
      message: 'wait-until must lie in the future',
    });
    expect(await wait(zone, 4, { wait: 'maybe' })).toMatchObject({ result: 'error' });
    expect(await wait(zone, 4, { wait: false, 'wait-until': fromNow(service, 60) })).toMatchObject({
      result: 'conflict',
    });
  });

  it('Q20: gets its addresses when it is admitted', async () => {
    const zone = `wait-${++zones}`;
    const range = `198.51.${zones}.0/30`;
    const { provider } = await service.provider({ cores: 10 }, { zone });
    await service.operation('increase-capacity', {
      source: provider,
      capacity: { addresses: 2 },
      publicIps: [range],
    });
    const blocker = await reserved(service, zone, day(), { addresses: 2 });
    const answer = await reserve(service, zone, day(), { addresses: 1 }, { wait: true });
    expect(answer).toMatchObject(WAITING);
    const id = answer['reservation-id'] as string;
    await cancel(blocker);
    expect(await reservation(service, id)).toMatchObject({
      state: 'active',
      publicIps: [expect.stringContaining('198.51.')],
    });
  });

  it('Q21: waits for a provider with the traits that it requires', async () => {
    const zone = `wait-${++zones}`;
    await service.provider({ cores: 10 }, { zone });
    const answer = await reserve(
      service,
      zone,
      day(),
      { cores: 1 },
      { traits: { cpuArchitecture: 'aarch64' }, wait: true },
    );
    expect(answer).toMatchObject(WAITING);
    const arm = await service.provider({ cores: 2 }, { zone, traits: { cpuArchitecture: 'aarch64' } });
    const id = answer['reservation-id'] as string;
    expect(await reservation(service, id)).toMatchObject({
      state: 'active',
      claims: [{ providerId: arm.provider }],
    });
  });

  it('Q22: without a zone is admitted wherever it fits, else waits in one', async () => {
    await alone(async (own) => {
      await own.provider({ cores: 2 }, { zone: 'small' });
      await own.provider({ cores: 8 }, { zone: 'large' });
      const ask = (cores: number) =>
        own.operation('create-reservation', { capacity: { cores }, end: fromNow(own, DAY), wait: true });
      expect(await reservation(own, (await ask(8))['reservation-id'])).toMatchObject({
        zone: 'large',
        state: 'active',
      });
      expect(await reservation(own, (await ask(2))['reservation-id'])).toMatchObject({
        zone: 'small',
        state: 'active',
      });
      const third = await ask(2);
      expect(third).toMatchObject(WAITING);
    });
  });

  it('Q23: is waiting in Group B, too', async () => {
    const { zone, blocker } = await fullZone();
    const until = fromNow(service, 1000);
    const { status, body } = await service.http.post('/reservation/compute/create').send({
      zoneId: zone,
      endTime: fromNow(service, DAY),
      waitUntil: until,
      computePoolReservation: { numCpuCores: 4 },
    });
    expect(status).toBe(201);
    expect(body.reservationData).toMatchObject({ reservationStatus: 'waiting', waitUntil: until });
    const id = body.reservationData.reservationId as string;
    const query = () => service.http.get(`/reservation/compute/query?reservationId=${id}`);
    expect((await query()).body.queryResult).toMatchObject({ reservationStatus: 'waiting' });
    await cancel(blocker);
    const admitted = (await query()).body.queryResult;
    expect(admitted).toMatchObject({ reservationStatus: 'active' });
    expect(admitted).not.toHaveProperty('waitUntil');
  });

  it('Q24: as a dry run says that it would wait, and does not', async () => {
    const { zone } = await fullZone();
    const answer = await wait(zone, 4, { 'dry-run': true });
    expect(answer).toMatchObject({ result: 'ok', 'dry-run': true, state: 'waiting' });
    const { body } = await service.http.get(`/reservations?zone=${zone}&state=waiting`);
    expect(body.items).toEqual([]);
  });

  it('Q25: has its effect once under an Idempotency-Key', async () => {
    const { zone } = await fullZone();
    const body = { zone, capacity: { cores: 4 }, end: fromNow(service, DAY), wait: true };
    const send = () =>
      service.http.post('/create-reservation').set('Idempotency-Key', `wait-${zone}`).send(body);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    const { body: list } = await service.http.get(`/reservations?zone=${zone}&state=waiting`);
    expect(list.items).toHaveLength(1);
  });

  it('Q26: does not wait for elements that another reservation has', async () => {
    const zone = `wait-${++zones}`;
    const { provider } = await service.provider({ cores: 4, ram: 4096, instances: 4 }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'provider-id': provider });
    const elements = [`ResourceAllocation:${instance}`];
    await reserve(service, zone, day(), { cores: 1 }, { elements });
    expect(await reserve(service, zone, day(), { cores: 1 }, { elements, wait: true })).toMatchObject({
      result: 'conflict',
    });
  });

  it('Q27: counts its expiry from its admission', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4, { expiry: 100 });
    expect(await reservation(service, id)).not.toHaveProperty('expiry');
    service.clock.advance(200);
    await cancel(blocker);
    expect(await reservation(service, id)).toMatchObject({ state: 'active', expiry: fromNow(service, 100) });
  });

  it('Q28: is refused beyond the number that a caller may have waiting in a zone', async () => {
    await alone(
      async (own) => {
        await own.provider({ cores: 1 });
        const ask = (more: object = {}) =>
          reserve(
            own,
            'z1',
            [undefined, formatInstant(own.clock.now() + DAY)],
            { cores: 2 },
            { wait: true, ...more },
          );
        expect([await ask(), await ask()]).toMatchObject([WAITING, WAITING]);
        expect(await ask()).toMatchObject({
          result: 'error',
          message: expect.stringContaining('2 reservations are waiting in the zone'),
        });
        // Another caller has a number of its own.
        const { body } = await own.http
          .post('/create-reservation')
          .set('Headroom-Tenant', 'b')
          .send({ zone: 'z1', capacity: { cores: 2 }, wait: true });
        expect(body).toMatchObject(WAITING);
      },
      { environment: { WAIT_LIMIT: '2' } },
    );
  });

  it('Q29: counts against the limits of its tenant while it waits', async () => {
    await alone(
      async (own) => {
        await own.provider({ cores: 6 });
        const ask = async (cores: number) => {
          const body = { zone: 'z1', capacity: { cores }, wait: true };
          return (await own.http.post('/create-reservation').set('Headroom-Tenant', 'a').send(body))
            .body as object;
        };
        expect(await ask(4)).toMatchObject(OK);
        expect(await ask(4)).toMatchObject(WAITING);
        expect(await ask(4)).toMatchObject({
          result: 'error',
          message: expect.stringContaining('may hold 10'),
        });
      },
      { environment: { TENANT_LIMITS: 'cores:10' } },
    );
  });

  it('Q30: is admitted once, whichever of two processes makes room', async () => {
    await alone(async (one) => {
      const other = await startService({ database: one.database, clock: one.clock });
      try {
        await one.provider({ cores: 20 });
        const span: [undefined, string] = [undefined, fromNow(one, DAY)];
        const blockers = await Promise.all([...Array(10)].map(() => reserved(one, 'z1', span, { cores: 2 })));
        const ids = await Promise.all(
          [...Array(12)].map((_, i) =>
            reserved(i % 2 ? one : other, 'z1', span, { cores: 2 }, { wait: true }),
          ),
        );
        await Promise.all(
          blockers.map((id, i) =>
            (i % 2 ? one : other).operation('cancel-reservation', { 'reservation-id': id }),
          ),
        );
        const states = await statesOf(one, ids);
        expect(states.filter((state) => state === 'active')).toHaveLength(10);
        expect(states.filter((state) => state === 'waiting')).toHaveLength(2);
        expect(await availableCores(one, 'z1')).toBe(0);
        expect(await availableCores(other, 'z1')).toBe(0);
      } finally {
        await other.stop();
      }
    });
  });
});
