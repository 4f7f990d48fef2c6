import { formatInstant } from '../../src/kernel/time-window.js';
import { subscribe, toldTo } from '../notifications/told.js';
import {
  alone,
  availableCores,
  boot,
  fromNow,
  reservation,
  reserve,
  reserved,
  statesOf,
  stopSound,
} from '../support/readings.js';
import { day, DAY, fullZones, newZone, OK, WAITING } from './full-zones.js';
import { startService, type RunningService } from '../support/service.js';

describe('a waiting reservation', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const { wait, cancel, update, waiting, fullZone } = fullZones(() => service);

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
    const zone = newZone();
    const range = `198.51.${zone.split('-')[1]}.0/30`;
    const { provider } = await service.provider({ cores: 10 }, { zone });
    await service.operation('increase-capacity', {
      source: provider,
      capacity: { addresses: 2 },
      publicIps: [range],
    });
    const blocker = await reserved(service, zone, day(service), { addresses: 2 });
    const answer = await reserve(service, zone, day(service), { addresses: 1 }, { wait: true });
    expect(answer).toMatchObject(WAITING);
    const id = answer['reservation-id'] as string;
    await cancel(blocker);
    expect(await reservation(service, id)).toMatchObject({
      state: 'active',
      publicIps: [expect.stringContaining('198.51.')],
    });
  });

  it('Q21: waits for a provider with the traits that it requires', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const answer = await reserve(
      service,
      zone,
      day(service),
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

  it('Q42: without a zone waits where as much is declared, not where a part of it is free', async () => {
    await alone(async (own) => {
      await own.provider({ cores: 2 }, { zone: 'small' });
      await own.provider({ cores: 8 }, { zone: 'large' });
      const blocker = await reserved(own, 'large', day(own), { cores: 8 });
      const request = { capacity: { cores: 4 }, end: fromNow(own, DAY), wait: true };
      const { 'reservation-id': id } = await own.operation('create-reservation', request);
      expect(await reservation(own, id)).toMatchObject({ zone: 'large', state: 'waiting' });
      await own.operation('cancel-reservation', { 'reservation-id': blocker });
      expect(await reservation(own, id)).toMatchObject({ zone: 'large', state: 'active' });
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
    const zone = newZone();
    const { provider } = await service.provider({ cores: 4, ram: 4096, instances: 4 }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'provider-id': provider });
    const elements = [`ResourceAllocation:${instance}`];
    await reserve(service, zone, day(service), { cores: 1 }, { elements });
    expect(await reserve(service, zone, day(service), { cores: 1 }, { elements, wait: true })).toMatchObject({
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

  // Regression: it was listed as waiting until its end was recorded, in no state that it was answered with.
  it('is listed as expired once its expiry time has passed', async () => {
    const { zone } = await fullZone();
    const body = {
      zoneId: zone,
      endTime: fromNow(service, DAY),
      expiryTime: fromNow(service, 60),
      wait: true,
      computePoolReservation: { numCpuCores: 4 },
    };
    const made = await service.http.post('/reservation/compute/create').send(body).expect(201);
    const { reservationId } = made.body.reservationData as { reservationId: string };
    service.clock.advance(61);
    const list = async (state: string) =>
      ((await service.http.get(`/reservations?zone=${zone}&state=${state}`)).body.items as object[]).length;
    expect([await list('waiting'), await list('expired')]).toEqual([0, 1]);
    expect(await reservation(service, reservationId)).toMatchObject({ state: 'expired' });
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
        // The limit counts each caller separately.
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
