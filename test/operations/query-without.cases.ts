import { boot, hour, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const WINDOW = { start: hour(9), end: hour(10) };

const ZONE = newZone();

describe('without and elements of a query', () => {
  let one: { provider: string; pool: string };
  let two: { provider: string; pool: string };
  let first: string;
  let second: string;
  let drawn: string;
  let free: string;
  beforeAll(async () => {
    one = await service.provider({ cores: 10, ram: 10_000, instances: 9 }, { zone: ZONE });
    two = await service.provider({ cores: 5, ram: 5000, instances: 9 }, { zone: ZONE });
    const capacity = { cores: 4, ram: 2048, instances: 4 };
    first = await reserved(service, ZONE, [undefined, hour(24)], capacity, { elements: [one.provider] });
    drawn = (await boot(service, { 'reservation-id': first }))['instance-id'];
    second = await reserved(service, ZONE, [hour(9), hour(10)], { cores: 2 });
    free = (await boot(service, { 'provider-id': two.provider }))['instance-id'];
  });

  const query = async (
    capacity: string,
    filter: object,
  ): Promise<{ collections: string[]; cores: number }> => {
    const answer = await service.operation('query-capacity', {
      capacity,
      zone: ZONE,
      window: WINDOW,
      ...filter,
    });
    return { collections: answer.collections, cores: answer.utilization[0].capacity.cores };
  };

  describe('without', () => {
    it('nothing, for comparison', async () => {
      expect((await query('available', { without: [] })).cores).toBe(8);
    });

    it('a reservation: neither listed nor held, but what its instances use is their own', async () => {
      const without = [`ResourceReservation:${first}`];
      expect((await query('available', { without })).cores).toBe(11);
      const reserved = await query('reserved', { without });
      expect(reserved).toEqual({ collections: [`ResourceReservation:${second}`], cores: 2 });
    });

    it('an instance', async () => {
      expect(await query('usage', { without: [free] })).toEqual({
        collections: [`ResourceAllocation:${drawn}`],
        cores: 1,
      });
      expect((await query('available', { without: [`ResourceAllocation:${free}`] })).cores).toBe(9);
    });

    it('a pool: its capacity is not there', async () => {
      const without = [`ResourcePool:${one.pool}`];
      expect(await query('total', { without })).toEqual({
        collections: [`ResourcePool:${two.pool}`],
        cores: 5,
      });
    });

    it('a provider: neither its pools nor what lies on it', async () => {
      const without = [`ResourceProvider:${two.provider}`];
      expect(await query('total', { without })).toEqual({
        collections: [`ResourcePool:${one.pool}`],
        cores: 10,
      });
      expect((await query('usage', { without })).cores).toBe(1);
    });

    it('several at once, and one that is unknown', async () => {
      const without = [first, second, '01890a5d-ac96-774b-bcce-b302099a8057'];
      expect(await query('reserved', { without })).toEqual({ collections: [], cores: 0 });
    });

    it('is as if the reservation had never been: what it frees can be asked for instead of it', async () => {
      const { cores } = await query('available', { without: [second] });
      expect(cores).toBe(10);
    });
  });

  describe('elements', () => {
    it('some: at least one of them', async () => {
      const some = [`ResourceAllocation:${drawn}`, `ResourceAllocation:${free}`];
      expect((await query('reserved', { elements: { some } })).collections).toEqual([
        `ResourceReservation:${first}`,
      ]);
    });

    it('every: all of them', async () => {
      const own = [one.provider, drawn];
      expect((await query('reserved', { elements: { every: own } })).collections).toEqual([
        `ResourceReservation:${first}`,
      ]);
      expect((await query('reserved', { elements: { every: [...own, free] } })).collections).toEqual([]);
    });

    it('both: both hold', async () => {
      const both = (some: string[], every: string[]) => query('reserved', { elements: { some, every } });
      expect((await both([drawn, free], [one.provider])).collections).toHaveLength(1);
      expect((await both([free], [one.provider])).collections).toEqual([]);
    });

    it('empty ones ask for nothing', async () => {
      const answer = await query('reserved', { elements: { some: [], every: [] } });
      expect(answer.collections).toHaveLength(2);
    });

    it('match a pool by its source, and narrow the figures to what is selected', async () => {
      expect(await query('total', { elements: { some: [two.provider] } })).toEqual({
        collections: [`ResourcePool:${two.pool}`],
        cores: 5,
      });
      expect((await query('reserved', { elements: { some: [drawn] } })).cores).toBe(3);
    });
  });
});
