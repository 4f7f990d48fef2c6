import { eventually } from '../support/eventually.js';
import {
  availableCores,
  boot,
  capacityAt,
  hour,
  instance,
  reservation,
  reserve,
  reserved,
} from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('POST /update-reservation', () => {
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

  describe('ok', () => {
    it('merges at every leaf: what is left out keeps its value', async () => {
      await service.provider({ cores: 10, ram: 1000, instances: 9 }, { zone: 'merge' });
      const id = await made('merge', 8, 12, { cores: 4, ram: 100, instances: 2 });
      expect(await update(id, { capacity: { ram: '300' } })).toEqual({
        result: 'ok',
        message: 'reservation update successful',
      });
      expect(await reservation(service, id)).toMatchObject({
        capacity: { cores: 4, ram: 300, instances: 2 },
        start: hour(8),
        end: hour(12),
      });
      await update(`ResourceReservation:${id}`, { end: hour(10) });
      expect(await reservation(service, id)).toMatchObject({
        capacity: { cores: 4, ram: 300 },
        start: hour(8),
        end: hour(10),
      });
      await update(id, { capacity: { cores: 0 } });
      expect((await reservation(service, id)).capacity).toEqual({ ram: 300, instances: 2 });
      expect(await capacityAt(service, 'merge', hour(9))).toEqual({ cores: 10, ram: 700, instances: 7 });
    });

    it('clears the end with null, and takes an update of nothing', async () => {
      await service.provider({ cores: 10 }, { zone: 'clear' });
      const id = await made('clear', 8, 9, { cores: 1 });
      expect(await update(id, {})).toMatchObject({ result: 'ok' });
      expect(await update(id, { end: null })).toMatchObject({ result: 'ok' });
      expect(await reservation(service, id)).not.toHaveProperty('end');
      expect(await availableCores(service, 'clear', '3000-01-01T00:00:00Z')).toBe(9);
    });

    it('moves the start of one that has begun to later, and releases what it held until then', async () => {
      await service.provider({ cores: 10 }, { zone: 'later' });
      const id = await made('later', undefined, 12, { cores: 4 });
      expect(await reservation(service, id)).toMatchObject({ state: 'active' });
      expect(await update(id, { start: hour(8) })).toMatchObject({ result: 'ok' });
      expect(await reservation(service, id)).toMatchObject({ state: 'initialized', start: hour(8) });
      expect([
        await availableCores(service, 'later'),
        await availableCores(service, 'later', hour(8)),
      ]).toEqual([10, 6]);
    });

    it('does not count the reservation against itself', async () => {
      await service.provider({ cores: 10 }, { zone: 'itself' });
      const id = await made('itself', 8, 12, { cores: 10 });
      expect(await update(id, { start: hour(9), end: hour(13) })).toMatchObject({ result: 'ok' });
      const at = (hours: number) => availableCores(service, 'itself', hour(hours));
      expect([await at(8), await at(9), await at(12), await at(13)]).toEqual([10, 0, 0, 10]);
    });

    it('frees at once what it gives up, and takes the rest again', async () => {
      await service.provider({ cores: 100 }, { zone: 'steps' });
      const first = await made('steps', 8, 10, { cores: 25 });
      await made('steps', 8, 10, { cores: 75 });
      await update(first, { capacity: { cores: 10 } });
      expect(await availableCores(service, 'steps', hour(8))).toBe(15);
      expect(await reserve(service, 'steps', [hour(8), hour(10)], { cores: 16 })).toMatchObject({
        result: 'conflict',
      });
      expect(await reserve(service, 'steps', [hour(8), hour(10)], { cores: 15 })).toMatchObject({
        result: 'ok',
      });
    });

    it.each([null, 0, '0'])('starts it now where start is %p', async (start) => {
      const zone = `now-${String(start)}-${typeof start}`;
      await service.provider({ cores: 10 }, { zone });
      const id = await made(zone, 8, 12, { cores: 4 });
      expect(await update(id, { start })).toMatchObject({ result: 'ok' });
      expect(await reservation(service, id)).toMatchObject({
        start: '2030-01-01T00:00:00Z',
        state: 'active',
      });
    });

    it('moves the end of its instances, and keeps all else of them', async () => {
      await service.provider({ cores: 10, ram: 1024, instances: 9 }, { zone: 'moved-ends' });
      const id = await made('moved-ends', undefined, 10, { cores: 2, ram: 1024, instances: 2 });
      const drawn = { 'reservation-id': id, name: 'web', labels: { tier: 'front' }, networks: ['private'] };
      const { 'instance-id': booted } = await boot(service, drawn);
      const stored = () =>
        service.dataSource.query<{ all: object; ends_at: Date }[]>(
          `select to_jsonb(i) - 'ends_at' - 'updated_at' as all, ends_at from instances i where id = $1`,
          [booted],
        );
      await eventually(async () =>
        expect(await instance(service, booted as string)).toMatchObject({ state: 'active' }),
      );
      const [before] = await stored();
      for (const end of [12, 8]) {
        expect(await update(id, { end: hour(end) })).toMatchObject({ result: 'ok' });
        expect(await stored()).toEqual([{ all: before.all, ends_at: new Date(hour(end)) }]);
      }
      expect(await capacityAt(service, 'moved-ends', hour(9))).toMatchObject({ cores: 10 });
    });

    it('brings the end of an active reservation forward; its start stays where it was', async () => {
      await service.provider({ cores: 4 }, { zone: 'active' });
      const id = await made('active', undefined, 9, { cores: 4 });
      expect(await update(id, { start: '2029-01-01T00:00:00Z', end: hour(1) })).toMatchObject({
        result: 'ok',
      });
      expect(await reservation(service, id)).toMatchObject({
        start: '2030-01-01T00:00:00Z',
        end: hour(1),
        state: 'active',
      });
      expect(await availableCores(service, 'active', hour(1))).toBe(4);
    });
  });
});
