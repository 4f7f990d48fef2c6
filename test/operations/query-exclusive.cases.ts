import { boot, hour, reserve, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONE = newZone();
const WINDOW = { start: hour(0), end: hour(48), scope: 'exclusive' };

/** Pools of 10 cores inside the window and of 5 reaching out of it; reservations of 2 inside and of 4 reaching out. */
describe('the figures of scope exclusive', () => {
  let source: string;
  let inside: Record<'pool' | 'held', string>;
  beforeAll(async () => {
    ({ provider: source } = await service.provider({}, { zone: ZONE }));
    const increase = async (cores: number, end: number): Promise<string> => {
      const body = { source, start: hour(8), end: hour(end), capacity: { cores, ram: 9999, instances: 9 } };
      return (await service.operation('increase-capacity', body))['pool-id'];
    };
    const pool = await increase(10, 40);
    await increase(5, 60);
    const held = await reserved(service, ZONE, [hour(10), hour(20)], { cores: 2 });
    await reserve(service, ZONE, [hour(30), hour(55)], { cores: 4 });
    inside = { pool: `ResourcePool:${pool}`, held: `ResourceReservation:${held}` };
  });

  const query = async (capacity: string, more: object = {}) => {
    const body = { zone: ZONE, capacity, window: WINDOW, ...more };
    const { collections, utilization } = await service.operation('query-capacity', body);
    const rows = (utilization as any[]).map(({ timestamp, count, capacity: { cores } }) => [
      timestamp,
      count,
      cores,
    ]);
    return { collections, rows };
  };

  it('are those of the pools that are listed', async () => {
    const rows = [
      [hour(0), 0, 0],
      [hour(8), 1, 10],
      [hour(40), 0, 0],
    ];
    expect(await query('total')).toEqual({ collections: [inside.pool], rows });
  });

  it('are those of the reservations that are listed, in query-reservation too', async () => {
    const rows = [
      [hour(0), 0, 0],
      [hour(10), 1, 2],
      [hour(20), 0, 0],
    ];
    expect(await query('reserved')).toEqual({ collections: [inside.held], rows });
    const { utilization } = await service.operation('query-reservation', { zone: ZONE, wndow: WINDOW });
    expect((utilization as any[]).map(({ count, capacity }) => [count, capacity.cores])).toEqual(
      rows.map(([, ...row]) => row),
    );
  });

  it('of what is available are what the listed leave of each other', async () => {
    expect(await query('available')).toEqual({
      collections: [inside.pool, inside.held],
      rows: [
        [hour(0), 0, 0],
        [hour(8), 1, 10],
        [hour(10), 2, 8],
        [hour(20), 1, 10],
        [hour(40), 0, 0],
      ],
    });
  });

  it('go together with without and elements', async () => {
    expect((await query('total', { without: [inside.pool] })).rows).toEqual([[hour(0), 0, 0]]);
    const elements = { some: [source] };
    expect((await query('total', { elements })).rows).toContainEqual([hour(8), 1, 10]);
    expect((await query('available', { elements })).rows).toContainEqual([hour(8), 1, 10]);
  });

  it('never say that more is available than can be reserved', async () => {
    const zone = newZone();
    const made = await service.provider({ cores: 10, ram: 9999, instances: 9 }, { zone });
    await reserve(service, zone, [hour(0), undefined], { cores: 7 });
    const body = { source: made.provider, start: hour(1), end: hour(9), capacity: { cores: 5 } };
    await service.operation('increase-capacity', body);
    await reserve(service, zone, [hour(1), hour(9)], { cores: 6 });
    expect((await query('available', { zone })).rows).toEqual([
      [hour(0), 0, 0],
      [hour(1), 2, 0],
      [hour(9), 0, 0],
    ]);
  });

  it('count a listed reservation with what its instances draw', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 20, ram: 9999, instances: 20 }, { zone });
    const capacity = { cores: 10, ram: 9999, instances: 9 };
    await service.operation('increase-capacity', { source: provider, end: hour(30), capacity });
    const amounts = { cores: 4, ram: 4096, instances: 4 };
    const id = await reserved(service, zone, [undefined, hour(20)], amounts);
    await boot(service, { 'reservation-id': id });
    const window = { end: hour(48), scope: 'exclusive' };
    const [first] = (await query('available', { zone, window })).rows;
    expect(first.slice(1)).toEqual([2, 6]);
    const [used] = (await query('usage', { zone, window })).rows;
    expect(used.slice(1)).toEqual([1, 1]);
  });
});
