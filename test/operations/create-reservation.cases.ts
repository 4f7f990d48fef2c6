import { alone, availableCores, capacityAt, hour, reservation, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('POST /create-reservation', () => {
  describe('ok', () => {
    it('answers an id, in the words clients match on, and holds the amounts in the window', async () => {
      await service.provider({ cores: 10, ram: 1000, instances: 5 }, { zone: 'held' });
      const capacity = { cores: '4', ram: '600', instances: '2', addresses: '0' };
      expect(await reserve(service, 'held', [hour(9), hour(10)], capacity)).toEqual({
        result: 'ok',
        'reservation-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        message: 'reservation request accepted',
      });
      expect(await capacityAt(service, 'held', hour(9))).toEqual({ cores: 6, ram: 400, instances: 3 });
      expect(await capacityAt(service, 'held', hour(9), 'reserved')).toEqual({
        cores: 4,
        ram: 600,
        instances: 2,
      });
      expect([
        await availableCores(service, 'held', hour(8)),
        await availableCores(service, 'held', hour(10)),
      ]).toEqual([10, 10]);
    });

    it.each([undefined, null, 0, '0'])(
      'starts now where start is %p, and has no end where none is given',
      async (start) => {
        const zone = `now-${String(start)}-${typeof start}`;
        await service.provider({ cores: 10 }, { zone });
        const made = await service.operation('create-reservation', { zone, start, capacity: { cores: 3 } });
        expect(made).toMatchObject({ result: 'ok' });
        expect(await reservation(service, made['reservation-id'])).toMatchObject({
          state: 'active',
          start: '2030-01-01T00:00:00Z',
        });
        expect(await availableCores(service, zone, '3000-01-01T00:00:00Z')).toBe(7);
      },
    );

    it('takes a start in the past as from now', async () => {
      await service.provider({ cores: 10 }, { zone: 'past' });
      const made = await reserve(service, 'past', ['2020-01-01T00:00:00Z', hour(9)], { cores: 3 });
      expect(made).toMatchObject({ result: 'ok' });
      expect(await reservation(service, made['reservation-id'])).toMatchObject({
        start: '2030-01-01T00:00:00Z',
      });
    });

    it('takes members it does not know, and members that are null', async () => {
      await service.provider({ cores: 10 }, { zone: 'odd' });
      const odd = { colour: 'red', elements: null };
      expect(
        await reserve(service, 'odd', [undefined, undefined], { cores: 1, sunshine: 4 }, odd),
      ).toMatchObject({ result: 'ok' });
    });

    it('goes to the zone with the most room that fits where none is named', () =>
      alone(async (other) => {
        await other.provider({ cores: 4 }, { zone: 'small' });
        await other.provider({ cores: 9 }, { zone: 'large' });
        const zones: string[] = [];
        for (let count = 0; count < 3; count++) {
          const made = await other.operation('create-reservation', { capacity: { cores: 4 } });
          zones.push((await reservation(other, made['reservation-id'])).zone as string);
        }
        // The third reservation only just fits, in the small zone: no request is refused while it fits in any zone.
        expect(zones.sort()).toEqual(['large', 'large', 'small']);
        expect(await other.operation('create-reservation', { capacity: { cores: 4 } })).toMatchObject({
          result: 'conflict',
        });
      }));
  });
});
