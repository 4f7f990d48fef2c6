import {
  availableCores,
  boot,
  capacityAt,
  hour,
  reservation,
  reserve,
  reserved,
} from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('POST /update-reservation refuses', () => {
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const made = async (
    zone: string,
    from: number | undefined,
    to: number,
    capacity: object,
  ): Promise<string> => {
    const start = from === undefined ? undefined : hour(from);
    return reserved(service, zone, [start, hour(to)], capacity);
  };

  describe('conflict', () => {
    it('leaves both of two back to back reservations as they are, and frees nothing', async () => {
      await service.provider({ cores: 5 }, { zone: 'tight' });
      const first = await made('tight', undefined, 9, { cores: 5 });
      const second = await made('tight', 9, 10, { cores: 5 });
      expect(await update(first, { end: hour(9).replace(':00Z', ':10Z') })).toMatchObject({
        result: 'conflict',
      });
      expect(await update(second, { start: hour(8) })).toMatchObject({ result: 'conflict' });
      expect(await reservation(service, first)).toMatchObject({
        state: 'active',
        end: hour(9),
        capacity: { cores: 5 },
      });
      expect(await reservation(service, second)).toMatchObject({ state: 'initialized', start: hour(9) });
      expect(await reserve(service, 'tight', [undefined, hour(9)], { cores: 1 })).toMatchObject({
        result: 'conflict',
      });
    });

    it('keeps the old amounts and the old window where the new ones do not fit', async () => {
      await service.provider({ cores: 8 }, { zone: 'keep' });
      const id = await made('keep', 8, 10, { cores: 8 });
      await made('keep', 10, 12, { cores: 6 });
      const answer = await update(id, { start: hour(9), end: hour(11), capacity: { cores: 4 } });
      expect(answer).toMatchObject({
        result: 'conflict',
        message: `requested cores=4 exceeds available 2 between ${hour(10)} and ${hour(11)}`,
        offer: { maxCapacity: { cores: 2 } },
      });
      expect(await reservation(service, id)).toMatchObject({
        start: hour(8),
        end: hour(10),
        capacity: { cores: 8 },
      });
      expect(await update(id, { capacity: { cores: 9 } })).toMatchObject({
        result: 'conflict',
        offer: { maxCapacity: { cores: 8 } },
      });
      expect(await availableCores(service, 'keep', hour(9))).toBe(0);
    });
  });

  describe('error', () => {
    const errors = async (answer: Promise<object>, text: string) =>
      expect(await answer).toMatchObject({ result: 'error', message: expect.stringContaining(text) });

    it('for a missing or unknown id', async () => {
      const unknown = 'no reservation found for specified identifier';
      await errors(
        service.operation('update-reservation', { capacity: { cores: 1 } }),
        "must provide 'reservation-id' parameter",
      );
      await errors(update('01890a5d-ac96-774b-bcce-b302099a8057', {}), unknown);
      await errors(update('nonsense', {}), unknown);
    });

    it('for a reservation that was cancelled', async () => {
      await service.provider({ cores: 8 }, { zone: 'over' });
      const id = await made('over', 8, 10, { cores: 8 });
      await service.operation('cancel-reservation', { 'reservation-id': id });
      await errors(update(id, { end: hour(9) }), 'no reservation found for specified identifier');
    });

    it('for a window that is none, and for an amount that is none', async () => {
      await service.provider({ cores: 8 }, { zone: 'invalid' });
      const id = await made('invalid', 8, 10, { cores: 8 });
      await errors(update(id, { start: hour(10) }), 'end');
      await errors(update(id, { end: '2029-12-31T00:00:00Z' }), 'end');
      await errors(update(id, { capacity: { cores: 1.5 } }), 'capacity.cores');
      expect(await reservation(service, id)).toMatchObject({
        start: hour(8),
        end: hour(10),
        capacity: { cores: 8 },
      });
    });

    it('for taking everything away', async () => {
      await service.provider({ cores: 8 }, { zone: 'empty' });
      const id = await made('empty', 8, 10, { cores: 8 });
      await errors(update(id, { capacity: { cores: 0 } }), 'capacity');
      expect(await reservation(service, id)).toMatchObject({ capacity: { cores: 8 } });
    });

    it('for shrinking below what its instances use, or leaving them before its start', async () => {
      await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'used' });
      const id = await made('used', undefined, 10, { cores: 4, ram: 4096, instances: 4 });
      for (let count = 0; count < 2; count++)
        expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
      await errors(update(id, { capacity: { cores: 1 } }), 'capacity.cores');
      await errors(update(id, { start: hour(1) }), 'start');
      expect(await update(id, { capacity: { cores: 2, ram: 1024, instances: 2 } })).toMatchObject({
        result: 'ok',
      });
      expect(await capacityAt(service, 'used', undefined, 'reserved')).toEqual({
        cores: 0,
        ram: 0,
        instances: 0,
      });
    });
  });
});
