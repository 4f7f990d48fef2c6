import { alone, fromNow, reservation, reserved } from '../support/readings.js';
import { day, DAY, OK, WAITING } from './full-zones.js';
import type { RunningService } from '../support/service.js';

const WHOLE = { cores: 8, ram: 8192, instances: 8 };

/** Zones in which all cores are taken. */
async function fullZones(own: RunningService, zones: Record<string, Record<string, number>>): Promise<void> {
  for (const [zone, capacity] of Object.entries(zones)) {
    await own.provider(capacity, { zone });
    await reserved(own, zone, day(own), { cores: capacity.cores });
  }
}

describe('a reservation that waits in any zone', () => {
  const ask = (own: RunningService, more: object = {}) =>
    own.operation('create-reservation', {
      capacity: { cores: 4 },
      end: fromNow(own, DAY),
      wait: true,
      ...more,
    });

  // Regression: the rules were checked only where it had to wait.
  it('is not accepted with a hold, or until a time that has passed, even if it fits', async () => {
    await alone(async (own) => {
      for (const zone of ['a', 'b']) await own.provider(WHOLE, { zone });
      expect(await ask(own, { hold: 60 })).toMatchObject({
        result: 'error',
        message: 'wait and hold must not both be given',
      });
      expect(await ask(own, { 'wait-until': fromNow(own, 0) })).toMatchObject({
        result: 'error',
        message: 'wait-until must lie in the future',
      });
    });
  });

  // Regression: the disks of containers were left out of the choice, and it waited where they never fit.
  it('waits where the disks of its containers may fit', async () => {
    await alone(async (own) => {
      await fullZones(own, {
        a: { ...WHOLE, gigabytes: 1, volumes: 8 },
        b: { ...WHOLE, gigabytes: 100, volumes: 8 },
      });
      const container = {
        containerFlavor: {
          virtualCpu: { numVirtualCpu: 2 },
          virtualMemory: { virtualMemSize: 512 },
          storageAttributes: { typeOfStorage: 'volume', sizeOfStorage: 10 },
        },
      };
      const { body } = await own.http
        .post('/reservation/compute/create')
        .send({ endTime: fromNow(own, DAY), wait: true, virtualizationContainerReservation: [container] })
        .expect(201);
      const { reservationId } = body.reservationData as { reservationId: string };
      expect(await reservation(own, reservationId)).toMatchObject({ zone: 'b', state: 'waiting' });
    });
  });

  // Regression: the limit of the best zone refused it.
  it('waits in another zone where the caller has as many waiting as it may have in one', async () => {
    await alone(
      async (own) => {
        await fullZones(own, { a: WHOLE, b: WHOLE, small: { cores: 1 } });
        const zones: string[] = [];
        for (let count = 0; count < 2; count++) {
          const answer = await ask(own);
          expect(answer).toMatchObject(WAITING);
          zones.push((await reservation(own, answer['reservation-id'])).zone as string);
        }
        expect(zones.sort()).toEqual(['a', 'b']);
        expect(await ask(own)).toMatchObject({
          result: 'error',
          message:
            'wait must not be given: 1 reservations are waiting in the zone; the limit per caller is 1',
        });
        expect(await ask(own, { capacity: { cores: 1 } })).toMatchObject(OK);
      },
      { environment: { WAIT_LIMIT: '1' } },
    );
  });
});
