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
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const ALL = { cores: 4, ram: 8192, instances: 4 };
const UNKNOWN = { result: 'error', message: expect.stringContaining('no reservation found') };

describe('a reservation that is held', () => {
  let service: RunningService;
  let zones = 0;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  /** A zone of four cores, and a reservation of all of them that is held for a minute. */
  async function held(more: object = {}) {
    const zone = `held-${++zones}`;
    const { provider } = await service.provider({ ...ALL, addresses: 4 }, { zone });
    const answer = await reserve(service, zone, [undefined, fromNow(service, 86_400)], ALL, {
      hold: 60,
      ...more,
    });
    expect(answer).toMatchObject({ result: 'ok', 'held-until': fromNow(service, 60) });
    return { zone, provider, id: answer['reservation-id'] as string };
  }
  const confirm = (id: string) => service.operation('confirm-reservation', { 'reservation-id': id });
  const take = (zone: string, cores = 4, end?: string) => reserve(service, zone, [undefined, end], { cores });
  const OK = { result: 'ok' };

  it('H1: takes its capacity, and shows as reserved', async () => {
    const { zone, id } = await held();
    expect(await availableCores(service, zone)).toBe(0);
    expect(await capacityAt(service, zone, fromNow(service, 0), 'reserved')).toMatchObject({ cores: 4 });
    expect(await take(zone, 1)).toMatchObject({ result: 'conflict' });
    expect(await reservation(service, id)).toMatchObject({
      state: 'held',
      heldUntil: fromNow(service, 60),
      claims: [{ capacity: ALL }],
    });
  });

  it('H2: cannot be drawn on, and says so', async () => {
    const { id } = await held();
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({
      result: 'error',
      message: 'reservation is currently not active: it is held and not confirmed yet',
    });
  });

  it('H3: is like any other once it is confirmed, for longer than its hold', async () => {
    const { zone, id } = await held();
    expect(await confirm(id)).toEqual({ result: 'ok', message: 'reservation confirmed' });
    service.clock.advance(3600);
    const record = await reservation(service, id);
    expect(record).toMatchObject({ state: 'active' });
    expect(record).not.toHaveProperty('heldUntil');
    expect(await boot(service, { 'reservation-id': id })).toMatchObject(OK);
    expect(await take(zone, 1)).toMatchObject({ result: 'conflict' });
  });

  it('H4: is initialized when it is confirmed before its start', async () => {
    const { id } = await held({ start: fromNow(service, 1000) });
    await confirm(id);
    expect(await reservation(service, id)).toMatchObject({ state: 'initialized' });
  });

  it('H5: may be confirmed again, which changes nothing', async () => {
    const { id } = await held();
    await confirm(id);
    expect(await confirm(id)).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'active' });
  });

  it('H6: keeps its capacity to the last second of its hold, and frees it for the next request', async () => {
    const { zone } = await held();
    service.clock.advance(59);
    expect(await take(zone, 1)).toMatchObject({ result: 'conflict' });
    service.clock.advance(1);
    expect(await take(zone, 4)).toMatchObject(OK);
  });

  it('H7: is not counted by a query at the end of its hold', async () => {
    const { zone } = await held();
    service.clock.advance(60);
    expect(await availableCores(service, zone)).toBe(4);
  });

  it('H8: is expired from then on, and unknown to a late confirmation', async () => {
    const { id } = await held();
    service.clock.advance(60);
    expect(await reservation(service, id)).toMatchObject({ state: 'expired' });
    expect(await confirm(id)).toMatchObject(UNKNOWN);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({
      message: expect.stringMatching(/not active: it expired at .*, as it was not confirmed$/),
    });
  });

  it('H9: keeps a confirmation that comes a second before the end', async () => {
    const { zone, id } = await held();
    service.clock.advance(59);
    expect(await confirm(id)).toMatchObject(OK);
    service.clock.advance(1);
    expect(await take(zone, 1)).toMatchObject({ result: 'conflict' });
  });

  it('H10: stays held through an update', async () => {
    const { zone, id } = await held();
    const update = { 'reservation-id': id, capacity: { cores: 2 } };
    const heldUntil = fromNow(service, 60);
    expect(await service.operation('update-reservation', update)).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'held', heldUntil });
    expect(await availableCores(service, zone)).toBe(2);
  });

  it('H10: stays held when it moves to another zone', async () => {
    const { zone, id } = await held();
    await service.provider(ALL, { zone: `${zone}-b` });
    const update = { 'reservation-id': id, zone: `${zone}-b` };
    expect(await service.operation('update-reservation', update)).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ zone: `${zone}-b`, state: 'held' });
    service.clock.advance(60);
    expect(await availableCores(service, `${zone}-b`)).toBe(4);
  });

  // Regression: it kept its hold beyond its new end.
  it('H10: is held no longer than to an earlier end with which it moves', async () => {
    const { zone, id } = await held();
    await service.provider(ALL, { zone: `${zone}-b` });
    const end = fromNow(service, 30);
    const update = { 'reservation-id': id, zone: `${zone}-b`, end };
    expect(await service.operation('update-reservation', update)).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'held', end, heldUntil: end });
  });

  it('H11: frees its capacity when it is cancelled', async () => {
    const { zone, id } = await held();
    expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject(OK);
    expect(await take(zone)).toMatchObject(OK);
  });

  it('H12: that loses its capacity by force is in conflict, and released at the end of its hold', async () => {
    const { zone, provider, id } = await held();
    const change = { source: provider, capacity: { cores: 1 } };
    await service.operation('decrease-capacity', { ...change, force: true });
    expect(await reservation(service, id)).toMatchObject({ state: 'conflict' });
    service.clock.advance(60);
    expect(await reservation(service, id)).toMatchObject({ state: 'expired' });
    await service.operation('increase-capacity', change);
    expect(await take(zone)).toMatchObject(OK);
  });

  it('that is confirmed in conflict stays in conflict until it fits again', async () => {
    const { provider, id } = await held();
    const change = { source: provider, capacity: { cores: 1 } };
    await service.operation('decrease-capacity', { ...change, force: true });
    expect(await confirm(id)).toMatchObject(OK);
    expect(await reservation(service, id)).toMatchObject({ state: 'conflict' });
    await service.operation('increase-capacity', change);
    expect(await reservation(service, id)).toMatchObject({ state: 'active' });
  });

  it('is held no longer than its window', async () => {
    const zone = `held-${++zones}`;
    await service.provider(ALL, { zone });
    const end = fromNow(service, 30);
    const answer = await reserve(service, zone, [undefined, end], ALL, { hold: 60 });
    expect(answer).toMatchObject({ 'held-until': end });
    service.clock.advance(30);
    expect(await reservation(service, answer['reservation-id'])).toMatchObject({ state: 'expired' });
    expect(await take(zone)).toMatchObject(OK);
  });

  it('frees its addresses with its capacity', async () => {
    const zone = `held-${++zones}`;
    await service.provider({ addresses: 2 }, { zone, publicIps: [] });
    const id = await reserved(service, zone, [undefined, undefined], { addresses: 2 }, { hold: 60 });
    const { publicIps } = await reservation(service, id);
    expect(publicIps).toHaveLength(2);
    service.clock.advance(60);
    const next = await reserved(service, zone, [undefined, undefined], { addresses: 2 });
    expect((await reservation(service, next)).publicIps).toEqual(publicIps);
  });

  it('protects its elements while it is held, and no longer', async () => {
    const { zone, id } = await held({ capacity: { cores: 1, ram: 512, instances: 1 } });
    const protector = { elements: [`ResourceReservation:${id}`], hold: 50 };
    await reserved(service, zone, [undefined, undefined], {}, protector);
    const cancel = () => service.operation('cancel-reservation', { 'reservation-id': id });
    expect(await cancel()).toMatchObject({ result: 'conflict' });
    service.clock.advance(50);
    expect(await cancel()).toMatchObject(OK);
  });

  it('has labels, and is found among the held ones', async () => {
    const { zone, id } = await held({ labels: { team: 'blue' } });
    await take(zone, 0);
    const list = async (query: string) =>
      (await service.http.get(`/reservations?zone=${zone}&${query}`)).body.items as Record<string, unknown>[];
    expect(await list('state=held')).toMatchObject([{ reservationId: id, labels: { team: 'blue' } }]);
    expect(await list('state=active')).toEqual([]);
    service.clock.advance(60);
    expect(await list('state=held')).toEqual([]);
    expect(await list('state=expired&label=team:blue')).toMatchObject([{ reservationId: id }]);
  });

  it('is made once under an idempotency key, with the same end of its hold', async () => {
    const zone = `held-${++zones}`;
    await service.provider(ALL, { zone });
    const send = async () => {
      const request = service.http.post('/create-reservation').set('Idempotency-Key', `hold-${zone}`);
      return (await request.send({ zone, capacity: { cores: 3 }, hold: 60 })).body as object;
    };
    const first = await send();
    service.clock.advance(10);
    expect(await send()).toEqual(first);
  });

  it('is told of: created as held, confirmed, and expired where it is not', async () => {
    const all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const { id } = await held({ capacity: { cores: 1 } });
    await confirm(id);
    const { id: lapsing } = await held();
    service.clock.advance(60);
    await availableCores(service, `held-${zones}`);
    const changes = await toldTo(service, all);
    const of = (wanted: string) =>
      changes
        .filter(({ reservationId }) => reservationId === wanted)
        .map(({ changeType, changedReservationData: data }) => [changeType, data.reservationStatus]);
    expect(of(id)).toEqual([
      ['Reservation created', 'held'],
      ['Reservation status change', 'active'],
    ]);
    expect(of(lapsing)).toEqual([
      ['Reservation created', 'held'],
      ['Reservation expired', 'expired'],
    ]);
  });

  it('is ended on time by any process', () =>
    alone(async (first) => {
      const second = await startService({ database: first.database, clock: first.clock });
      try {
        await first.provider(ALL);
        expect(await availableCores(second, 'z1')).toBe(4);
        await reserved(first, 'z1', [undefined, undefined], { cores: 4 }, { hold: 5 });
        expect(await availableCores(second, 'z1')).toBe(0);
        first.clock.advance(5);
        expect(await reserve(second, 'z1', [undefined, undefined], { cores: 4 })).toMatchObject(OK);
        expect(await availableCores(first, 'z1')).toBe(0);
      } finally {
        await second.stop();
      }
    }));
});
