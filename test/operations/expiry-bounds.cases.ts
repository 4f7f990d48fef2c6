import { fromNow, reservation, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const QUARTER = 900;

describe('the bounds of an expiry', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const ready = async (zone: string, expiry: unknown, start?: string): Promise<string> => {
    await service.provider({ cores: 4, ram: 8192, instances: 4 }, { zone });
    const capacity = { cores: 4, ram: 8192, instances: 4 };
    const made = await reserve(service, zone, [start, fromNow(service, 86_400)], capacity, { expiry });
    expect(made).toMatchObject({ result: 'ok' });
    return made['reservation-id'] as string;
  };
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const stateOf = async (id: string) => (await reservation(service, id)).state as string;

  it('is taken away by an update with null, in both groups', async () => {
    const id = await ready('cleared', QUARTER, fromNow(service, 100));
    expect(await update(id, { expiry: null })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).not.toHaveProperty('expiry');
    await update(id, { expiry: QUARTER });
    const cleared = { reservationId: id, expiryTime: null };
    const { status, body } = await service.http.post('/reservation/compute/update').send(cleared);
    expect([status, body.reservationData.expiryTime]).toEqual([201, undefined]);
    service.clock.advance(100 + QUARTER);
    await service.operation('query-capacity', {});
    expect(await stateOf(id)).toBe('active');
  });

  it('must not lie after the end, nor beyond the year 9999, in both groups', async () => {
    await service.provider({ cores: 4 }, { zone: 'late' });
    const group = (members: object) =>
      service.http.post('/reservation/compute/create').send({
        zoneId: 'late',
        computePoolReservation: { numCpuCores: 1 },
        ...members,
      });
    const [soon, later] = [fromNow(service, 60), fromNow(service, 61)];
    const refused = (expiry: number, end?: string) =>
      reserve(service, 'late', [undefined, end], { cores: 1 }, { expiry });
    expect(await refused(61, soon)).toMatchObject({
      result: 'error',
      message: 'expiry must not be later than end',
      errors: [{ pointer: '/expiry' }],
    });
    expect(await refused(60, soon)).toMatchObject({ result: 'ok' });
    const end = '9999-12-31T23:00:00Z';
    const wide = { start: '9999-12-31T00:00:00Z', capacity: { cores: 1 }, zone: 'late', expiry: 90_000 };
    expect(await service.operation('create-reservation', wide)).toMatchObject({
      result: 'error',
      message: 'expiry must not lie beyond the year 9999',
    });
    expect((await group({ endTime: soon, expiryTime: later })).body).toMatchObject({
      status: 400,
      detail: 'expiryTime must not be later than endTime',
      errors: [{ pointer: '/expiryTime' }],
    });
    expect((await group({ endTime: end, expiryTime: '+010068-01-01T00:00:00Z' })).status).toBe(400);
    expect((await group({ endTime: soon, expiryTime: soon })).status).toBe(201);
  });
});
