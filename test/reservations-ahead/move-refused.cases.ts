import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { alone, reservation, reserve, reserved } from '../support/readings.js';
import type { RunningService } from '../support/service.js';
import { day, WAITING } from './full-zones.js';

/** Two zones of ten cores, and a reservation in the first. The clock worker is stopped, so that the next request applies what is due. */
async function reservedInOneOfTwo(service: RunningService): Promise<string> {
  await service.app.get(ReservationsClock).onModuleDestroy();
  for (const zone of ['from', 'to']) await service.provider({ cores: 10 }, { zone });
  return reserved(service, 'from', day(service), { cores: 5 });
}

describe('a move that its new zone refuses', () => {
  it.each([false, true])(
    'leaves the reservation where it is, although a hold of that zone is over (dry run: %p)',
    (isDryRun) =>
      alone(async (service) => {
        const id = await reservedInOneOfTwo(service);
        await reserved(service, 'to', day(service), { cores: 8 });
        const hold = { zone: 'to', capacity: { cores: 1 }, hold: 60 };
        expect(await service.operation('create-reservation', hold)).toMatchObject({ result: 'ok' });
        service.clock.advance(60);
        const move = { 'reservation-id': id, zone: 'to', 'dry-run': isDryRun };
        expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'conflict' });
        expect(await reservation(service, id)).toMatchObject({ zone: 'from', state: 'active' });
      }),
  );

  it('H19: leaves a hold where it is that is over by the time of the new zone', () =>
    alone(async (service) => {
      await reservedInOneOfTwo(service);
      const held = { zone: 'from', capacity: { cores: 2 }, hold: 60 };
      const { 'reservation-id': id } = await service.operation('create-reservation', held);
      const ahead = service.clock.now() + 60;
      await service.app.get(ReservationChangesRepository).advanceZoneClock('to', ahead);
      const move = { 'reservation-id': id, zone: 'to' };
      const message = 'no reservation found for specified identifier';
      expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'error', message });
      expect(await reservation(service, id as string)).toMatchObject({ zone: 'from', state: 'held' });
    }));

  it('leaves it also after a dry run that would be admitted', () =>
    alone(async (service) => {
      const id = await reservedInOneOfTwo(service);
      const hold = { zone: 'to', capacity: { cores: 6 }, hold: 60 };
      expect(await service.operation('create-reservation', hold)).toMatchObject({ result: 'ok' });
      service.clock.advance(60);
      const move = { 'reservation-id': id, zone: 'to', 'dry-run': true };
      expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'ok' });
      expect(await reservation(service, id)).toMatchObject({ zone: 'from', state: 'active' });
    }));

  // Regression: a caller could have any number waiting in a zone, by moving them there.
  it('Q53: leaves a waiting one where it is if the caller has as many waiting there as it may have', () =>
    alone(
      async (service) => {
        for (const zone of ['from', 'to']) await service.provider({ cores: 1 }, { zone });
        const ask = (zone: string) => reserve(service, zone, day(service), { cores: 2 }, { wait: true });
        const { 'reservation-id': id } = await ask('from');
        const { 'reservation-id': there } = await ask('to');
        const move = { 'reservation-id': id, zone: 'to' };
        const message =
          'zone must not change: 1 reservations are waiting in the zone; the limit per caller is 1';
        const refused = { result: 'error', message, errors: [{ pointer: '/zone' }] };
        expect(await service.operation('update-reservation', move)).toMatchObject(refused);
        expect(await reservation(service, id)).toMatchObject({ zone: 'from', state: 'waiting' });
        await service.operation('cancel-reservation', { 'reservation-id': there });
        const moved = { result: 'ok', state: 'waiting' };
        expect(await service.operation('update-reservation', move)).toMatchObject(moved);
        expect(await ask('to')).toMatchObject({ result: 'error' });
        expect(await ask('from')).toMatchObject(WAITING);
      },
      { environment: { WAIT_LIMIT: '1' } },
    ));
});
