import { hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

/** Rounded to whole seconds, each of these windows would last one. */
const INVERTED = [
  ['2030-06-01T08:00:00.9Z', '2030-06-01T08:00:00.1Z'],
  ['2030-06-01T08:00:00.50Z', '2030-06-01T10:00:00,5+02:00'],
  ['2030-06-01T08:00:00.0009Z', '2030-06-01T08:00:00.0001Z'],
] as const;

describe('a window that ends in the second of its start, and before it, is refused', () => {
  const zone = newZone();
  let provider: string;
  let id: string;

  beforeAll(async () => {
    ({ provider } = await service.provider({ cores: 100 }, { zone }));
    id = await reserved(service, zone, [hour(8), hour(9)], { cores: 1 });
  });

  const later = (end: string, start: string) => ({ message: `${end} must be later than ${start}` });

  describe.each(INVERTED)('%s to %s', (start, end) => {
    it.each([
      ['create-reservation', { capacity: { cores: 1 } }],
      ['increase-capacity', { capacity: { cores: 1 } }],
      ['decrease-capacity', { capacity: { cores: 1 } }],
      ['update-reservation', {}],
    ])('%s', async (name, members) => {
      const body = { zone, source: provider, 'reservation-id': id, ...members, start, end };
      const answer = await service.operation(name, body);
      expect(answer).toMatchObject({
        result: 'error',
        ...later('end', 'start'),
        errors: [{ pointer: '/end' }],
      });
    });

    it.each([
      ['query-capacity', { window: { start, end } }, 'window.end'],
      ['query-reservation', { window: { start, end } }, 'window.end'],
      ['query-reservation', { wndow: { start, end } }, 'wndow.end'],
      ['query-reservation', { wndow: { start }, window: { end } }, 'window.end'],
    ])('%s %j', async (name, body, field) => {
      const answer = await service.operation(name, { zone, ...body });
      expect(answer).toMatchObject({ result: 'error', ...later(field, 'start') });
    });

    it.each([
      ['reservation/compute/create', '/endTime'],
      ['reservation/compute/update', '/endTime'],
      ['capacity/compute/query', '/timePeriod/stopTime'],
      ['find-windows', '/window/end'],
    ])('POST /%s', async (path, pointer) => {
      const { status, body } = await service.http.post(`/${path}`).send({
        ...(path.startsWith('reservation')
          ? { startTime: start, endTime: end, computePoolReservation: { numCpuCores: 1 } }
          : {}),
        ...(path.endsWith('update') ? { reservationId: id } : {}),
        ...(path.startsWith('capacity')
          ? { computeResourceTypeId: 'cpuCores', timePeriod: { startTime: start, stopTime: end } }
          : {}),
        ...(path === 'find-windows' ? { window: { start, end }, duration: 1, capacity: { cores: 1 } } : {}),
      });
      expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
      expect(body.errors[0].detail).toMatch(/must be later than start/);
    });

    it('withdrawals, reports and lists', async () => {
      const [from, to] = [start, end].map(encodeURIComponent);
      const withdrawn = await service.http.post(`/providers/${provider}/withdraw`).send({ start, end });
      expect([withdrawn.status, withdrawn.body.errors[0].pointer]).toEqual([400, '/end']);
      for (const path of ['/reports/usage', '/reservations']) {
        const { status, body } = await service.http.get(`${path}?from=${from}&to=${to}`);
        expect([status, body.detail]).toEqual([400, 'to must be later than from']);
      }
    });
  });

  it('an end a fraction later than the start is fine, however short', async () => {
    const short = { start: '2030-06-01T08:00:00.0001Z', end: '2030-06-01T08:00:00.0009Z' };
    const body = { zone, capacity: { cores: 1 }, ...short };
    expect(await service.operation('create-reservation', body)).toMatchObject({ result: 'ok' });
  });
});
