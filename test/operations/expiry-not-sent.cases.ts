import { boot, fromNow, reservation, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const HOUR = 3600;

describe('an expiry that an update does not send never makes it fail', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { DEFAULT_EXPIRY_SECONDS: String(2 * HOUR) } });
    for (const zone of ['here', 'there']) {
      await service.provider({ cores: 99, ram: 99_000, instances: 99 }, { zone });
    }
  });
  afterAll(() => stopSound(service));

  const at = (hours: number) => fromNow(service, hours * HOUR);
  const made = (start: number | undefined, end: number | undefined, more: object = {}) => {
    const window = [start && at(start), end && at(end)] as const;
    const capacity = { cores: 1, ram: 512, instances: 1 };
    return reserved(service, 'here', window as [string, string], capacity, more);
  };
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const expiryAfter = async (id: string, members: object) => {
    expect(await update(id, members)).toMatchObject({ result: 'ok' });
    return (await reservation(service, id)).expiry as string | undefined;
  };
  const updateTime = async (id: string, members: object) => {
    const body = { reservationId: id, ...members };
    return (await service.http.post('/reservation/compute/update').send(body)).body as Record<string, any>;
  };

  it('the default is capped at an earlier end, and lies 2 hours after the start again with a later one', async () => {
    const id = await made(undefined, 12);
    expect(await expiryAfter(id, { end: at(1) })).toBe(at(1));
    expect(await expiryAfter(id, { end: at(12) })).toBe(at(2));
  });

  it('the default is capped when the start moves near to the end, also in Group B', async () => {
    const id = await made(undefined, 12);
    expect(await expiryAfter(id, { start: at(11) })).toBe(at(12));
    const { reservationData } = await updateTime(id, { startTime: at(3), endTime: at(4) });
    expect(reservationData).toMatchObject({ startTime: at(3), expiryTime: at(4) });
  });

  it('one that can act no longer, because an instance has drawn, does not prevent an earlier end', async () => {
    const id = await made(undefined, 12);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
    expect(await expiryAfter(id, { end: at(1) })).toBe(at(1));
  });

  it('a time stays while it lies in the window, moves with a start that would pass it, and is capped at the end', async () => {
    const id = await made(2, 12);
    await updateTime(id, { expiryTime: at(4) });
    expect(await expiryAfter(id, { start: at(3) })).toBe(at(4));
    expect(await expiryAfter(id, { start: at(6) })).toBe(at(7));
    expect((await updateTime(id, { startTime: at(11), endTime: at(11.5) })).reservationData).toMatchObject({
      expiryTime: at(11.5),
    });
  });

  it('is capped in a move to another zone too, and no default comes in place of none', async () => {
    const id = await made(undefined, 12);
    expect(await expiryAfter(id, { zone: 'there', end: at(1) })).toBe(at(1));
    const without = await made(undefined, 12, { expiry: null });
    expect(await expiryAfter(without, { expiry: null })).toBeUndefined();
    expect(await expiryAfter(without, { zone: 'there', end: at(11) })).toBeUndefined();
  });

  it('one that was met does not prevent a move, and is not taken along', async () => {
    const id = await made(undefined, 12);
    await updateTime(id, { expiryTime: at(1) });
    const { 'instance-id': instance } = await boot(service, { 'reservation-id': id });
    await service.operation('destroy-instance', { 'instance-id': instance });
    service.clock.advance(HOUR + 1);
    expect(await expiryAfter(id, { zone: 'there' })).toBeUndefined();
  });

  // Regression: a client that sent back what it had read was refused.
  it('one that was met may be repeated as the time that was read', async () => {
    const id = await made(undefined, 12);
    await updateTime(id, { expiryTime: at(1) });
    const { 'instance-id': instance } = await boot(service, { 'reservation-id': id });
    await service.operation('destroy-instance', { 'instance-id': instance });
    const read = { expiryTime: at(1) };
    expect(await updateTime(id, { ...read, zoneId: 'there' })).not.toHaveProperty('code');
    expect(await reservation(service, id)).not.toHaveProperty('expiry');
    await updateTime(id, read);
    await boot(service, { 'reservation-id': id });
    service.clock.advance(HOUR + 1);
    expect(await updateTime(id, { ...read, endTime: at(9) })).not.toHaveProperty('code');
    expect(await reservation(service, id)).toMatchObject({ end: at(9), expiry: read.expiryTime });
    expect(await updateTime(id, { expiryTime: at(-0.5) })).toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer: '/expiryTime' }],
    });
  });

  it('does not prevent the update of a series', async () => {
    const capacity = { cores: 1 };
    const body = { zone: 'here', start: at(1), end: at(4), capacity, repeat: 'FREQ=DAILY;COUNT=2' };
    const series = await service.operation('create-reservation', body);
    const change = { 'series-id': series['series-id'], capacity: { cores: 2 } };
    expect(await service.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    const [first] = series.occurrences as { 'reservation-id': string }[];
    expect(await reservation(service, first['reservation-id'])).toMatchObject({ expiry: at(3) });
  });

  it('counts from the admission when an update admits a reservation that waits', async () => {
    const id = await made(undefined, 12, { capacity: { cores: 200 }, wait: true });
    service.clock.advance(HOUR);
    expect(await expiryAfter(id, { capacity: { cores: 1 } })).toBe(at(2));
  });

  it('the default does not prevent a reservation at the end of the year 9999', async () => {
    const body = { zone: 'here', start: '9999-12-31T23:00:00Z', capacity: { cores: 1 } };
    expect(await service.operation('create-reservation', body)).toMatchObject({ result: 'ok' });
  });

  it('one that the request sends and that has passed is refused, unless it is the present one', async () => {
    const id = await made(undefined, 12, { expiry: 4 * HOUR });
    await boot(service, { 'reservation-id': id });
    service.clock.advance(5 * HOUR);
    expect(await update(id, { expiry: HOUR })).toMatchObject({
      result: 'error',
      message: 'expiry must not have passed: the reservation would end at once',
      errors: [{ pointer: '/expiry' }],
    });
    expect(await update(id, { expiry: 4 * HOUR })).toMatchObject({ result: 'ok' });
  });

  it('one that the request sends is checked against the new window', async () => {
    const id = await made(1, 12);
    const late = { end: at(2), expiry: HOUR + 1 };
    expect(await update(id, late)).toMatchObject({
      result: 'error',
      message: 'expiry must not be later than end',
      errors: [{ pointer: '/expiry' }],
    });
    expect(await expiryAfter(id, { end: at(2), expiry: HOUR })).toBe(at(2));
    const early = await updateTime(id, { startTime: at(1.5), expiryTime: at(1.25) });
    expect(early).toMatchObject({ status: 400, errors: [{ pointer: '/expiryTime' }] });
  });
});
