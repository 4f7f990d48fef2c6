import { alone, fromNow, reservation, reserve } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const HOUR = 3600;

describe('policies', () => {
  const within = (
    environment: Record<string, string>,
    scenario: (service: RunningService) => Promise<void>,
  ) =>
    alone(
      async (service) => {
        await service.provider({ cores: 10 });
        await scenario(service);
      },
      { environment },
    );
  const attempt = (service: RunningService, start: number | undefined, end: number | undefined) => {
    const at = (seconds: number | undefined) =>
      seconds === undefined ? undefined : fromNow(service, seconds);
    return reserve(service, 'z1', [at(start), at(end)], { cores: 1 });
  };
  const refused = (field: string) => ({ result: 'error', message: expect.stringContaining(field) });

  it('are off by default', () =>
    within({}, async (service) => {
      expect(await attempt(service, 10 * 365 * 24 * HOUR, undefined)).toMatchObject({ result: 'ok' });
    }));

  it('bound how long a reservation may be, at creation and at update', () =>
    within({ MAX_RESERVATION_SECONDS: String(24 * HOUR) }, async (service) => {
      expect(await attempt(service, undefined, 25 * HOUR)).toMatchObject(refused('end'));
      expect(await attempt(service, undefined, undefined)).toMatchObject(refused('end'));
      const made = await attempt(service, HOUR, 25 * HOUR);
      expect(made).toMatchObject({ result: 'ok' });
      const id = made['reservation-id'];
      const longer = { 'reservation-id': id, end: fromNow(service, 26 * HOUR) };
      expect(await service.operation('update-reservation', longer)).toMatchObject(refused('end'));
      expect(await reservation(service, id)).toMatchObject({ end: fromNow(service, 25 * HOUR) });
      const smaller = { 'reservation-id': id, capacity: { cores: 2 } };
      expect(await service.operation('update-reservation', smaller)).toMatchObject({ result: 'ok' });
    }));

  it('bound how far ahead a start may lie', () =>
    within({ MAX_START_AHEAD_SECONDS: String(HOUR) }, async (service) => {
      expect(await attempt(service, HOUR + 1, undefined)).toMatchObject(refused('start'));
      expect(await attempt(service, HOUR, undefined)).toMatchObject({ result: 'ok' });
    }));

  it('bound how far ahead an end may lie', () =>
    within({ MAX_END_AHEAD_SECONDS: String(HOUR) }, async (service) => {
      expect(await attempt(service, undefined, HOUR + 1)).toMatchObject(refused('end'));
      expect(await attempt(service, undefined, undefined)).toMatchObject(refused('end'));
      expect(await attempt(service, undefined, HOUR)).toMatchObject({ result: 'ok' });
    }));

  it('refuse in Group B as well, in its spelling', () =>
    within({ MAX_RESERVATION_SECONDS: String(HOUR) }, async (service) => {
      const body = { endTime: fromNow(service, 2 * HOUR), computePoolReservation: { numCpuCores: 1 } };
      const response = await service.http.post('/reservation/compute/create').send(body);
      expect(response.status).toBe(400);
      expect(response.body.detail).toContain('endTime');
    }));
});
