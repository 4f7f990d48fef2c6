import { newZone, service } from '../support/shared-service.js';
import { alone } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const OK = { result: 'ok' };

async function hold(on: RunningService, tenant: string | undefined, body: object) {
  const request = on.http.post('/create-reservation');
  if (tenant !== undefined) request.set('Headroom-Tenant', tenant);
  return (await request.send({ zone: 'z1', capacity: { cores: 1 }, hold: 60, ...body })).body as Record<
    string,
    string
  >;
}

describe('a hold', () => {
  it.each([0, -1, '5m', 1.5])('of %p is refused, naming the member and its unit', async (seconds) => {
    const answer = await service.operation('create-reservation', { capacity: { cores: 1 }, hold: seconds });
    expect(answer).toMatchObject({
      result: 'error',
      message: expect.stringMatching(/^hold must be a number of seconds, an integer from 1 to /),
    });
  });

  it('H14: of more than the limit is refused, in the words of each interface', async () => {
    const zone = newZone();
    await service.provider({ cores: 1 }, { zone });
    expect(await hold(service, undefined, { zone, hold: 3601 })).toMatchObject({
      result: 'error',
      message: 'hold must not be more than 3600 seconds',
      errors: [{ pointer: '/hold' }],
    });
    const body = { zoneId: zone, computePoolReservation: { numCpuCores: 1 }, holdSeconds: 3601 };
    const { status, body: problem } = await service.http.post('/reservation/compute/create').send(body);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ code: 'policy-violated', errors: [{ pointer: '/holdSeconds' }] });
    expect(await hold(service, undefined, { zone, hold: 3600 })).toMatchObject(OK);
  });

  it('H13: counts against the limit of its caller in the zone, until it is over or confirmed', () =>
    alone(
      async (other) => {
        await other.provider({ cores: 100 });
        const first = await hold(other, 'red', {});
        await hold(other, 'red', { hold: 10 });
        const refused = { result: 'error', message: expect.stringContaining('2 reservations are on hold') };
        expect(await hold(other, 'red', {})).toMatchObject(refused);
        expect(await hold(other, 'blue', {})).toMatchObject(OK);
        expect(await hold(other, undefined, {})).toMatchObject(OK);
        other.clock.advance(10);
        expect(await hold(other, 'red', {})).toMatchObject(OK);
        expect(await hold(other, 'red', {})).toMatchObject(refused);
        await other.operation('confirm-reservation', { 'reservation-id': first['reservation-id'] });
        expect(await hold(other, 'red', {})).toMatchObject(OK);
      },
      { environment: { HOLD_LIMIT: '2' } },
    ));

  it('H18: counts against the limit of the zone that it moves to', () =>
    alone(
      async (other) => {
        for (const zone of ['z1', 'z2']) await other.provider({ cores: 100 }, { zone });
        const { 'reservation-id': id } = await hold(other, 'red', {});
        const there = await hold(other, 'red', { zone: 'z2' });
        const move = { 'reservation-id': id, zone: 'z2' };
        const message =
          'zone must not change: 1 reservations are on hold in the zone, which is the limit per caller';
        const refused = { result: 'error', message, errors: [{ pointer: '/zone' }] };
        expect(await other.operation('update-reservation', move)).toMatchObject(refused);
        await other.operation('confirm-reservation', { 'reservation-id': there['reservation-id'] });
        expect(await other.operation('update-reservation', move)).toMatchObject(OK);
        expect(await hold(other, 'red', { zone: 'z2' })).toMatchObject({ result: 'error' });
        expect(await hold(other, 'red', {})).toMatchObject(OK);
      },
      { environment: { HOLD_LIMIT: '1' } },
    ));

  it('is no way around that limit when several are asked for at once', () =>
    alone(
      async (other) => {
        await other.provider({ cores: 100 });
        const answers = await Promise.all(Array.from({ length: 12 }, () => hold(other, 'red', {})));
        expect(answers.filter(({ result }) => result === 'ok')).toHaveLength(3);
      },
      { environment: { HOLD_LIMIT: '3' } },
    ));

  it('counts as held by its tenant, and no longer when it is over', () =>
    alone(
      async (other) => {
        await other.provider({ cores: 100 });
        expect(await hold(other, 'red', { capacity: { cores: 10 } })).toMatchObject(OK);
        const more = { capacity: { cores: 1 }, hold: undefined };
        expect(await hold(other, 'red', more)).toMatchObject({ result: 'error' });
        other.clock.advance(60);
        expect(await hold(other, 'red', more)).toMatchObject(OK);
      },
      { environment: { TENANT_LIMITS: 'cores:10' } },
    ));
});
