import { availableCores, hour, reservation, reserve } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONE = newZone();

describe('times in a request', () => {
  beforeAll(async () => {
    await service.provider({ cores: 10_000 }, { zone: ZONE });
  });

  const windowOf = async (start: unknown, end: unknown) => {
    const made = await service.operation('create-reservation', {
      zone: ZONE,
      start,
      end,
      capacity: { cores: 1 },
    });
    expect(made).toMatchObject({ result: 'ok' });
    const found = await reservation(service, made['reservation-id']);
    return [found.start, found.end];
  };

  it.each([
    ['2030-02-01T08:00:00Z', '2030-02-01T08:00:00Z'],
    ['2030-02-01T10:00:00+02:00', '2030-02-01T08:00:00Z'],
    ['2030-02-01T02:30:00-0530', '2030-02-01T08:00:00Z'],
    ['2030-02-01T08:00Z', '2030-02-01T08:00:00Z'],
    ['2030-02-01T08:00:00.999Z', '2030-02-01T08:00:00Z'],
  ])('a start of %s is %s: rounded down', async (start, expected) => {
    expect((await windowOf(start, '2030-03-01T00:00:00Z'))[0]).toBe(expected);
  });

  it.each([
    ['2030-02-01T08:00:00.001Z', '2030-02-01T08:00:01Z'],
    ['2030-02-01T08:00:00.000Z', '2030-02-01T08:00:00Z'],
    ['2030-02-01T10:00:00+02:00', '2030-02-01T08:00:00Z'],
  ])('an end of %s is %s: rounded up', async (end, expected) => {
    expect((await windowOf(hour(1), end))[1]).toBe(expected);
  });

  it('a window within one second lasts that second', async () => {
    expect(await windowOf('2030-02-01T08:00:00.200Z', '2030-02-01T08:00:00.700Z')).toEqual([
      '2030-02-01T08:00:00Z',
      '2030-02-01T08:00:01Z',
    ]);
  });

  it('an end may lie in 2050 and in 9999', async () => {
    expect(await windowOf(hour(1), '2050-06-01T00:00:00Z')).toEqual([hour(1), '2050-06-01T00:00:00Z']);
    expect(await windowOf(hour(1), '9999-12-31T23:59:59Z')).toEqual([hour(1), '9999-12-31T23:59:59Z']);
  });

  it.each([
    ['soon'],
    [''],
    ['2030-02-31T00:00:00Z'],
    ['2030-13-01T00:00:00Z'],
    ['2030-02-01'],
    ['2030-02-01T08:00:00'],
    ['10000-01-01T00:00:00Z'],
    ['1893484800'],
    [1893484800],
    [true],
    [{}],
  ])('%j is no time: refused, naming the field and showing the form', async (time) => {
    const before = await availableCores(service, ZONE, hour(1));
    for (const field of ['start', 'end']) {
      const answer = await service.operation('create-reservation', {
        zone: ZONE,
        capacity: { cores: 1 },
        [field]: time,
      });
      expect(answer).toMatchObject({
        result: 'error',
        message: expect.stringMatching(new RegExp(`^${field} .*\\d{4}-\\d\\d-\\d\\dT`)),
      });
    }
    expect(await availableCores(service, ZONE, hour(1))).toBe(before);
  });

  it.each([
    ['2030-02-01T08:00:00', 'has no time zone'],
    ['2030-02-01', 'is a date without a time of day'],
    ['1969-12-31T23:59:59Z', 'is before 1970'],
    ['2030-02-01T08:00:00 02:00', 'has a space before its offset'],
    ['10000-01-01T00:00:00Z', 'is beyond the year 9999'],
    ['2030-02-30T08:00:00Z', 'is not a date or a time of day that exists'],
  ])('%s: the message says what is wrong with it', async (time, flaw) => {
    const { message } = await service.operation('create-reservation', { end: time, capacity: { cores: 1 } });
    expect(message).toMatch(new RegExp(`^end ${flaw}`));
    const window = await service.operation('query-capacity', { window: { start: time } });
    expect(window.message).toMatch(new RegExp(`^window.start ${flaw}`));
    const query = { computeResourceTypeId: 'cpuCores', 'timePeriod.startTime': time };
    const { body } = await service.http.get('/capacity/compute/query').query(query);
    expect(body.errors).toEqual([{ pointer: '/timePeriod/startTime', detail: body.detail }]);
    expect(body.detail).toMatch(new RegExp(`^timePeriod.startTime ${flaw}`));
  });

  it('a + that was not encoded in a query is told from a missing zone', async () => {
    const path =
      '/capacity/compute/query?computeResourceTypeId=cpuCores&timePeriod.stopTime=2030-02-01T08:00:00+02:00';
    expect((await service.http.get(path)).body.detail).toContain('write + as %2B');
    expect((await service.http.get(path.replace('+', '%2B'))).status).toBe(200);
  });

  it.each([
    ['before its start', hour(9), hour(8)],
    ['at its start', hour(9), hour(9)],
    ['in the past', undefined, '2029-12-31T23:59:59Z'],
    ['now', undefined, '2030-01-01T00:00:00Z'],
    ['in the past with its start', '2029-01-01T00:00:00Z', '2029-06-01T00:00:00Z'],
  ])('an end %s is refused, naming it', async (_, start, end) => {
    expect(await reserve(service, ZONE, [start, end], { cores: 1 })).toMatchObject({
      result: 'error',
      message: expect.stringContaining('end'),
    });
  });

  it('0 means now for a start only', async () => {
    expect(await reserve(service, ZONE, [undefined, '0'], { cores: 1 })).toMatchObject({ result: 'error' });
  });

  it('come out in UTC to the second', async () => {
    const { body } = await service.http.post('/reservation/compute/create').send({
      startTime: '2030-02-01T10:00:00.5+02:00',
      endTime: '2030-02-01T11:00:00+02:00',
      computePoolReservation: { numCpuCores: 1 },
    });
    expect(body.reservationData).toMatchObject({
      startTime: '2030-02-01T08:00:00Z',
      endTime: '2030-02-01T09:00:00Z',
    });
  });
});
