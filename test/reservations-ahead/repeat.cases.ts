import { subscribe, toldTo } from '../notifications/told.js';
import {
  alone,
  availableCores,
  hour,
  reservation,
  reserve,
  reserved,
  statesOf,
  stopSound,
} from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Body = Record<string, any>;

const OK = { result: 'ok', message: 'reservation request accepted' };

describe('a reservation that repeats', () => {
  let service: RunningService;
  let zones = 0;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  async function newZone(cores = 10): Promise<string> {
    const zone = `repeat-${++zones}`;
    await service.provider({ cores }, { zone });
    return zone;
  }
  const series = (zone: string, cores: number, repeat: string, more: object = {}) =>
    reserve(service, zone, [hour(8), hour(10)], { cores }, { repeat, ...more });
  const idsOf = ({ occurrences }: Body) =>
    occurrences.map((each: Body) => each['reservation-id'] as string) as string[];
  const operation = (name: string, body: object) => service.operation(name, body);

  it('S1: is made of all occurrences, each as long as the first', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=3');
    expect(answer).toMatchObject({
      ...OK,
      occurrences: [
        { start: hour(8), end: hour(10) },
        { start: hour(32), end: hour(34) },
        { start: hour(56), end: hour(58) },
      ],
    });
    expect(answer['reservation-id']).toBe(idsOf(answer)[0]);
    for (const at of [9, 33, 57]) expect(await availableCores(service, zone, hour(at))).toBe(6);
    expect(await availableCores(service, zone, hour(81))).toBe(10);
    expect(await reservation(service, idsOf(answer)[1])).toMatchObject({ seriesId: answer['series-id'] });
  });

  it('S2: is refused as a whole, with the first occurrence that does not fit and the offer for it', async () => {
    const zone = await newZone();
    await reserve(service, zone, [hour(33), hour(57)], { cores: 8 });
    expect(await series(zone, 4, 'FREQ=DAILY;COUNT=4')).toEqual({
      result: 'conflict',
      message:
        `requested cores=4 exceeds available 2 between ${hour(33)} and ${hour(34)} ` +
        `(occurrence 2 of 4, from ${hour(32)})`,
      offer: {
        maxCapacity: { cores: 2 },
        nextWindow: { start: hour(57), end: hour(59) },
        occurrence: { start: hour(32), end: hour(34) },
      },
    });
    expect(await availableCores(service, zone, hour(9))).toBe(10);
    const { body } = await service.http.get(`/reservations?zone=${zone}`);
    expect(body.items).toHaveLength(1);
  });

  it('S3: competes with itself where occurrences overlap', async () => {
    const zone = await newZone();
    const overlapping = { end: hour(8 + 25) };
    expect(await series(zone, 6, 'FREQ=DAILY;COUNT=2', overlapping)).toMatchObject({ result: 'conflict' });
    expect(await series(zone, 5, 'FREQ=DAILY;COUNT=2', overlapping)).toMatchObject(OK);
  });

  it('S4: is listed by its id', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=WEEKLY;COUNT=2');
    await series(zone, 4, 'FREQ=WEEKLY;COUNT=2');
    const { body } = await service.http.get(`/reservations?series=${answer['series-id']}`);
    expect(body.items.map(({ reservationId }: Body) => reservationId)).toEqual(idsOf(answer));
    expect((await service.http.get('/reservations?series=none')).status).toBe(400);
  });

  it('S5: is cancelled as far as it has not begun', async () => {
    await alone(async (own) => {
      await own.provider({ cores: 10 });
      const ask = {
        zone: 'z1',
        start: hour(8),
        end: hour(10),
        capacity: { cores: 1 },
        repeat: 'FREQ=DAILY;COUNT=3',
      };
      const answer = await own.operation('create-reservation', ask);
      own.clock.instant = Date.parse(hour(9)) / 1000;
      const ended = await own.operation('cancel-reservation', { 'series-id': answer['series-id'] });
      expect(ended).toEqual({
        result: 'ok',
        message: 'reservation canceled',
        'reservation-ids': idsOf(answer).slice(1),
      });
      expect(await statesOf(own, idsOf(answer))).toEqual(['active', 'terminated', 'terminated']);
      expect(await own.operation('cancel-reservation', { 'series-id': answer['series-id'] })).toMatchObject({
        result: 'error',
        message: 'no reservation found for specified identifier',
      });
    });
  });

  it('S6: is changed as far as it has not begun, all or nothing', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=3');
    const update = (change: object) =>
      operation('update-reservation', { 'series-id': answer['series-id'], ...change });
    expect(await update({ capacity: { cores: 6 }, name: 'batch' })).toMatchObject({
      result: 'ok',
      'reservation-ids': idsOf(answer),
    });
    expect(await availableCores(service, zone, hour(57))).toBe(4);
    expect(await reservation(service, idsOf(answer)[2])).toMatchObject({ name: 'batch' });
    await reserve(service, zone, [hour(56), hour(58)], { cores: 2 });
    expect(await update({ capacity: { cores: 9 } })).toMatchObject({ result: 'conflict' });
    expect(await availableCores(service, zone, hour(9))).toBe(4);
  });

  it('S7: keeps its times and its zone', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=3');
    for (const change of [{ start: hour(7) }, { end: hour(11) }, { end: null }, { zone }]) {
      const update = { 'series-id': answer['series-id'], ...change };
      expect(await operation('update-reservation', update)).toMatchObject({
        result: 'error',
        message: `${Object.keys(change)[0]} and series-id must not both be given`,
      });
    }
  });

  it('S8: lets one occurrence be changed and cancelled by itself', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=3');
    const [first, second, third] = idsOf(answer);
    await operation('cancel-reservation', { 'reservation-id': second });
    await operation('update-reservation', { 'reservation-id': third, end: hour(60) });
    expect(await statesOf(service, [first, second, third])).toEqual([
      'initialized',
      'terminated',
      'initialized',
    ]);
    const ended = await operation('cancel-reservation', { 'series-id': answer['series-id'] });
    expect(ended['reservation-ids']).toEqual([first, third]);
  });

  it('S9: is not cancelled in part: a protected occurrence keeps all of it', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=3');
    const elements = [`ResourceReservation:${idsOf(answer)[1]}`];
    const protector = await reserved(service, zone, [hour(0), hour(80)], { cores: 1 }, { elements });
    const cancel = () => operation('cancel-reservation', { 'series-id': answer['series-id'] });
    const reason = `series-id: reservation-id ${idsOf(answer)[1]} is protected by reservation ${protector}`;
    expect(await cancel()).toMatchObject({
      result: 'conflict',
      message: `${reason} (occurrence 2 of 3 ahead, from ${hour(32)})`,
      errors: [{ pointer: '/series-id', detail: reason }],
    });
    expect(await statesOf(service, idsOf(answer))).toEqual(['initialized', 'initialized', 'initialized']);
    await operation('cancel-reservation', { 'reservation-id': protector });
    expect(await cancel()).toMatchObject({ result: 'ok' });
  });

  it.each([
    ['a rule that is none', { repeat: 'sometimes' }, /^repeat must be an RRULE/],
    ['no end', { repeat: 'FREQ=DAILY;COUNT=3', end: null }, /^repeat needs an end/],
    ['a wait', { repeat: 'FREQ=DAILY;COUNT=3', wait: true }, /^repeat and wait must not/],
    ['a hold', { repeat: 'FREQ=DAILY;COUNT=3', hold: 60 }, /^repeat and hold must not/],
    ['a number', { repeat: 7 }, /repeat/],
  ])('S10: is refused with %s', async (_, more, message) => {
    const zone = await newZone();
    expect(await series(zone, 1, '', more)).toMatchObject({
      result: 'error',
      message: expect.stringMatching(message),
    });
  });

  it('S11: as a dry run says where each would lie, and makes none', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=2', { 'dry-run': true });
    expect(answer).toMatchObject({
      result: 'ok',
      'dry-run': true,
      occurrences: [
        { start: hour(8), end: hour(10), placement: { zone, claims: [{ capacity: { cores: 4 } }] } },
        { start: hour(32), end: hour(34), placement: { zone } },
      ],
    });
    expect(answer).not.toHaveProperty('series-id');
    expect(await availableCores(service, zone, hour(9))).toBe(10);
  });

  it('S12: as a dry run of its end says so, and ends none', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=2');
    const ask = { 'series-id': answer['series-id'], 'dry-run': true };
    expect(await operation('cancel-reservation', ask)).toEqual({
      result: 'ok',
      message: 'reservation canceled',
      'dry-run': true,
      'reservation-ids': idsOf(answer),
    });
    expect(await operation('update-reservation', { ...ask, capacity: { cores: 5 } })).toMatchObject({
      result: 'ok',
      'dry-run': true,
      'reservation-ids': idsOf(answer),
    });
    expect(await operation('update-reservation', { ...ask, capacity: { cores: 11 } })).toMatchObject({
      result: 'conflict',
      'dry-run': true,
    });
    expect(await statesOf(service, idsOf(answer))).toEqual(['initialized', 'initialized']);
  });

  it('S13: has its effect once under an Idempotency-Key', async () => {
    const zone = await newZone();
    const body = {
      zone,
      start: hour(8),
      end: hour(10),
      capacity: { cores: 4 },
      repeat: 'FREQ=DAILY;COUNT=2',
    };
    const send = () => service.http.post('/create-reservation').set('Idempotency-Key', zone).send(body);
    const first = (await send()).body as Body;
    expect((await send()).body).toEqual(first);
    expect((await service.http.get(`/reservations?zone=${zone}`)).body.items).toHaveLength(2);
  });

  it('S14: is named by one id, which has to be known', async () => {
    await alone(async (own) => {
      await own.provider({ cores: 10 });
      const answer = await own.operation('cancel-reservation', {
        'series-id': '01900000-0000-7000-8000-000000000000',
      });
      expect(answer).toMatchObject({
        result: 'error',
        message: 'no reservation found for specified identifier',
      });
      const both = { 'series-id': 'x', 'reservation-id': 'y' };
      expect(await own.operation('cancel-reservation', both)).toMatchObject({
        message: 'series-id and reservation-id must not both be given',
      });
      expect(await own.operation('cancel-reservation', {})).toMatchObject({
        message: "must provide 'reservation-id' parameter",
      });
    });
  });

  it('S15: can be made in Group B', async () => {
    const zone = await newZone();
    const ask = { zoneId: zone, startTime: hour(8), endTime: hour(10), repeat: 'FREQ=DAILY;COUNT=2' };
    const create = (numCpuCores: number, more: object = {}) =>
      service.http
        .post('/reservation/compute/create')
        .send({ ...ask, computePoolReservation: { numCpuCores }, ...more });
    const { status, body } = await create(4);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      reservationData: { startTime: hour(8), seriesId: expect.any(String) },
      occurrences: [
        { reservationId: body.reservationData.reservationId, startTime: hour(8), endTime: hour(10) },
        { startTime: hour(32), endTime: hour(34) },
      ],
    });
    const refused = await create(7);
    expect(refused.status).toBe(409);
    expect(refused.body.offer).toMatchObject({
      maxCapacity: { numCpuCores: 6 },
      occurrence: { start: hour(8), end: hour(10) },
    });
    const dry = await create(6, { dryRun: true });
    expect(dry.body).toMatchObject({ dryRun: true, occurrences: [{ placement: { zoneId: zone } }, {}] });
    for (const id of ['reservationId', 'seriesId']) expect(dry.body.reservationData).not.toHaveProperty(id);
  });

  it('S16: tells of each occurrence', async () => {
    const zone = await newZone();
    const subscription = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const ids = idsOf(await series(zone, 4, 'FREQ=DAILY;COUNT=3'));
    const told = (await toldTo(service, subscription)).filter(({ reservationId }) =>
      ids.includes(reservationId),
    );
    expect(told.map(({ changeType }) => changeType)).toEqual(ids.map(() => 'Reservation created'));
  });

  it('S17: takes 366 occurrences in one append', async () => {
    const zone = await newZone();
    const answer = await series(zone, 4, 'FREQ=DAILY;COUNT=366');
    expect(answer.occurrences).toHaveLength(366);
    const [{ batches }] = await service.dataSource.query<{ batches: number }[]>(
      `select count(distinct batch)::int as batches from ledger_entries where zone_id = $1 and owner_kind = 'reservation'`,
      [zone],
    );
    expect(batches).toBe(1);
  });

  it('S18: lies in one zone, that in which all of it fits', async () => {
    await alone(async (own) => {
      await own.provider({ cores: 20 }, { zone: 'large' });
      await own.provider({ cores: 10 }, { zone: 'small' });
      await reserve(own, 'large', [hour(32), hour(33)], { cores: 20 });
      const ask = { start: hour(8), end: hour(10), capacity: { cores: 4 }, repeat: 'FREQ=DAILY;COUNT=3' };
      const { body } = await own.http.get(
        `/reservations?series=${(await own.operation('create-reservation', ask))['series-id']}`,
      );
      expect(body.items.map(({ zone }: Body) => zone)).toEqual(['small', 'small', 'small']);
    });
  });
});
