import { fromNow, hour, reservation, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Body = Record<string, any>;

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('the rule of a series', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10 }, { zone: 'rules' });
  });
  afterAll(() => stopSound(service));

  const window = (): [string, string] => [fromNow(service, HOUR), fromNow(service, 2 * HOUR)];

  it('S19: shortens only the occurrence that has begun, if the start has passed', async () => {
    const span: [string, string] = [fromNow(service, -5 * HOUR), fromNow(service, 3 * HOUR)];
    const answer = await reserve(service, 'rules', span, { cores: 1 }, { repeat: 'FREQ=DAILY;COUNT=3' });
    expect(answer.occurrences.map(({ start, end }: Body) => ({ start, end }))).toEqual([
      { start: fromNow(service, 0), end: span[1] },
      { start: fromNow(service, DAY - 5 * HOUR), end: fromNow(service, DAY + 3 * HOUR) },
      { start: fromNow(service, 2 * DAY - 5 * HOUR), end: fromNow(service, 2 * DAY + 3 * HOUR) },
    ]);
  });

  it('S20: is refused with a first window that is over', async () => {
    const span: [string, string] = [fromNow(service, -3 * HOUR), fromNow(service, -2 * HOUR)];
    const answer = await reserve(service, 'rules', span, { cores: 1 }, { repeat: 'FREQ=DAILY;COUNT=3' });
    expect(answer).toMatchObject({ result: 'error', message: 'end must lie in the future' });
  });

  it.each([
    ['FREQ=DAILY;BYSETPOS=2;COUNT=3', 'BYSETPOS needs FREQ=WEEKLY or MONTHLY'],
    ['FREQ=WEEKLY;BYSETPOS=2;COUNT=3', 'BYSETPOS needs BYDAY or BYMONTHDAY'],
    ['FREQ=WEEKLY;BYDAY=XX;COUNT=3', 'BYDAY must be days'],
    ['FREQ=WEEKLY;BYDAY=2MO;COUNT=3', 'BYDAY=2MO needs FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0;COUNT=3', 'BYSETPOS must be numbers'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=400;COUNT=3', 'BYSETPOS must be numbers'],
    ['FREQ=WEEKLY;WKST=XX;COUNT=3', 'WKST must be a day'],
    ['FREQ=DAILY;UNTIL=20300132T080000Z', 'UNTIL must be a time'],
  ])('S21: %s is an error in Group A, 400 in Group B', async (repeat, why) => {
    const message = expect.stringContaining(`repeat ${why}`);
    expect(await reserve(service, 'rules', window(), { cores: 1 }, { repeat })).toMatchObject({
      result: 'error',
      message,
    });
    const [startTime, endTime] = window();
    const ask = { zoneId: 'rules', startTime, endTime, repeat, computePoolReservation: { numCpuCores: 1 } };
    const { status, body } = await service.http.post('/reservation/compute/create').send(ask);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', detail: message },
    });
  });

  it('S22: takes a date for UNTIL, whose day belongs to it', async () => {
    const last = fromNow(service, DAY).slice(0, 10).replaceAll('-', '');
    const until = `FREQ=DAILY;UNTIL=${last}`;
    const answer = await reserve(service, 'rules', window(), { cores: 1 }, { repeat: until });
    expect(answer.occurrences).toHaveLength(2);
  });

  it('takes the expiry time of Group B as that of the first occurrence', async () => {
    await service.provider({ cores: 4 }, { zone: 'expiring' });
    const body = {
      zoneId: 'expiring',
      computePoolReservation: { numCpuCores: 1 },
      startTime: hour(8),
      endTime: hour(10),
      expiryTime: hour(9),
      repeat: 'FREQ=DAILY;COUNT=2',
    };
    const made = await service.http.post('/reservation/compute/create').send(body).expect(201);
    const ids = (made.body.occurrences as { reservationId: string }[]).map((each) => each.reservationId);
    const [first, second] = await Promise.all(ids.map((id) => reservation(service, id)));
    expect([first.expiry, second.expiry]).toEqual([hour(9), hour(33)]);
    const late = { ...body, expiryTime: hour(11) };
    const refused = await service.http.post('/reservation/compute/create').send(late).expect(400);
    expect(refused.body.errors).toMatchObject([{ pointer: '/expiryTime' }]);
  });

  // Regression: its seconds were counted from the requested start and added to the shortened one.
  it('takes the expiry time of Group B as requested for a first occurrence that has begun', async () => {
    await service.provider({ cores: 4 }, { zone: 'begun' });
    const create = (expiresIn: number) =>
      service.http.post('/reservation/compute/create').send({
        zoneId: 'begun',
        computePoolReservation: { numCpuCores: 1 },
        startTime: fromNow(service, -HOUR),
        endTime: fromNow(service, 3 * HOUR),
        expiryTime: fromNow(service, expiresIn),
        repeat: 'FREQ=DAILY;COUNT=2',
      });
    for (const expiresIn of [HOUR, 2.5 * HOUR]) {
      const { body } = await create(expiresIn).expect(201);
      expect(body.reservationData.expiryTime).toBe(fromNow(service, expiresIn));
      const second = await reservation(service, body.occurrences[1].reservationId as string);
      expect(second.expiry).toBe(fromNow(service, DAY + expiresIn));
    }
    await create(-HOUR / 2).expect(400);
  });

  it('counts the expiry time of Group B from the first day of the rule', async () => {
    const body = {
      zoneId: 'rules',
      computePoolReservation: { numCpuCores: 1 },
      // A Wednesday; the first occurrence is on Thursday.
      startTime: hour(8),
      endTime: hour(10),
      repeat: 'FREQ=WEEKLY;BYDAY=TH;COUNT=2',
    };
    const create = (expiryTime: string) =>
      service.http.post('/reservation/compute/create').send({ ...body, expiryTime });
    const { occurrences } = (await create(hour(33)).expect(201)).body as { occurrences: Body[] };
    expect(occurrences[0].startTime).toBe(hour(32));
    const second = await reservation(service, occurrences[1].reservationId as string);
    expect(second.expiry).toBe(hour(33 + 7 * 24));
    await create(hour(9)).expect(400);
  });

  // Regression: the kind was ignored.
  it('makes a series that a reference to another kind does not name', async () => {
    const made = await reserve(service, 'rules', window(), { cores: 1 }, { repeat: 'FREQ=DAILY;COUNT=2' });
    const cancel = { 'series-id': `ResourceProvider:${made['series-id'] as string}` };
    expect(await service.operation('cancel-reservation', cancel)).toMatchObject({
      result: 'error',
      message: 'no reservation found for specified identifier',
    });
  });

  // Regression: each occurrence has addresses of its own, so one request assigned several hundred thousand.
  it('is refused with too many addresses in all occurrences together', async () => {
    const repeat = 'FREQ=DAILY;COUNT=366';
    const refused = (member: string) =>
      `${member} must not be more than 20000 in all 366 occurrences together`;
    const answer = await reserve(service, 'rules', window(), { addresses: 100 }, { repeat });
    expect(answer).toMatchObject({ result: 'error', message: refused('capacity.addresses') });
    const [startTime, endTime] = window();
    const body = { zoneId: 'rules', startTime, endTime, repeat, networkReservation: { numPublicIps: 100 } };
    const northbound = await service.http.post('/reservation/network/create').send(body).expect(400);
    expect(northbound.body.detail).toBe(refused('networkReservation.numPublicIps'));
    const made = await reserve(service, 'rules', window(), { cores: 1 }, { repeat });
    const change = { 'series-id': made['series-id'], capacity: { addresses: 100 } };
    expect(await service.operation('update-reservation', change)).toMatchObject({
      result: 'error',
      message: refused('capacity.addresses'),
    });
  });

  // Regression: 500, the seconds did not fit into their column.
  it('is refused with an expiry time more than 2147483647 seconds after the start', async () => {
    const [startTime] = window();
    const body = {
      zoneId: 'rules',
      computePoolReservation: { numCpuCores: 1 },
      startTime,
      endTime: fromNow(service, 100 * 365 * DAY),
      expiryTime: fromNow(service, HOUR + 2 ** 31),
      repeat: 'FREQ=DAILY;COUNT=2',
    };
    const refused = await service.http.post('/reservation/compute/create').send(body).expect(400);
    expect(refused.body.detail).toBe(
      'expiryTime must not lie more than 2147483647 seconds after the start of the first occurrence',
    );
    const latest = { ...body, expiryTime: fromNow(service, HOUR + 2 ** 31 - 1) };
    await service.http.post('/reservation/compute/create').send(latest).expect(201);
  });
});
