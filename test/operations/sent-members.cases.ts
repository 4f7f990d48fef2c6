import { fromNow, hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const PAST = '2020-01-01T00:00:00Z';
const DAY = 86_400;

describe('a refusal names a member that was sent', () => {
  const [zone, there] = [newZone(), newZone()];
  let id: string;

  beforeAll(async () => {
    await service.provider({ cores: 100 }, { zone });
    await service.provider({ cores: 100 }, { zone: there });
    id = await reserved(service, zone, [hour(8), hour(10)], { cores: 1 });
  });

  it.each([
    ['a start after the end that it has', {}, { start: hour(11) }],
    ['a start at the end that it has', {}, { start: hour(10) }],
    ['the same with a move', { there }, { start: hour(11) }],
  ])('an update with %s', async (_, move, { start }) => {
    const rule = 'must be earlier than the end of the reservation';
    const to = 'there' in move ? there : undefined;
    expect(
      await service.operation('update-reservation', { 'reservation-id': id, start, zone: to }),
    ).toMatchObject({ result: 'error', message: `start ${rule}`, errors: [{ pointer: '/start' }] });
    const { status, body } = await service.http
      .post('/reservation/compute/update')
      .send({ reservationId: id, startTime: start, zoneId: to });
    expect([status, body.detail, body.errors[0].pointer]).toEqual([400, `startTime ${rule}`, '/startTime']);
  });

  it('an update with a start after an end that it gives', async () => {
    const asked = { 'reservation-id': id, start: hour(11), end: hour(10) };
    expect(await service.operation('update-reservation', asked)).toMatchObject({
      message: 'end must be later than start',
      errors: [{ pointer: '/end' }],
    });
  });

  it('an expiry that has passed, without a start', async () => {
    const asked = { zoneId: zone, computePoolReservation: { numCpuCores: 1 }, expiryTime: PAST };
    const { body } = await service.http.post('/reservation/compute/create').send(asked);
    expect(body.detail).toBe('expiryTime must lie in the future');
    const early = { ...asked, startTime: hour(8), expiryTime: hour(8) };
    const refused = await service.http.post('/reservation/compute/create').send(early);
    expect(refused.body.detail).toBe('expiryTime must be later than startTime');
  });

  it('a time to wait until, without wait', async () => {
    const until = { 'wait-until': fromNow(service, DAY), zone, capacity: { cores: 1 } };
    expect(await service.operation('create-reservation', { ...until, hold: 60 })).toMatchObject({
      message: 'wait-until and hold must not both be given',
      errors: [{ pointer: '/wait-until' }],
    });
    const repeat = { ...until, start: hour(8), end: hour(9), repeat: 'FREQ=DAILY;COUNT=2' };
    expect(await service.operation('create-reservation', repeat)).toMatchObject({
      message: 'repeat and wait-until must not both be given',
    });
  });

  it.each([
    [{ containers: [] }, '/containers', 'containers must hold at least one container'],
    [{ capacity: { cores: 1 }, window: { end: PAST } }, '/window/end', 'window.end must lie in the future'],
    [
      { capacity: { cores: 1 }, window: { start: hour(8), end: hour(7) } },
      '/window/end',
      'window.end must be later than window.start',
    ],
  ])('a search for windows: %j', async (asked, pointer, detail) => {
    const { status, body } = await service.http.post('/find-windows').send({ zone, duration: 60, ...asked });
    expect([status, body.errors]).toEqual([400, [{ pointer, detail }]]);
  });

  it('a usage report from a time ahead', async () => {
    const { status, body } = await service.http.get(`/reports/usage?from=${fromNow(service, 60)}`);
    const detail = 'from must lie in the past: to is now by default';
    expect([status, body.errors]).toEqual([400, [{ pointer: '/from', detail }]]);
  });
});
