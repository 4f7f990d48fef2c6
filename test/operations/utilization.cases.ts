import { alone, boot, fromNow, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';

describe('utilization rows', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const rows = async (zone: string, capacity: string, window?: object, more: object = {}): Promise<any[]> =>
    (await service.operation('query-capacity', { zone, capacity, window, ...more })).utilization as any[];

  it('come one per instant at which something changes, the first at the start of the window', async () => {
    await service.provider({ cores: 10 }, { zone: 'rows' });
    await reserve(service, 'rows', [hour(8), hour(11)], { cores: 2 });
    await reserve(service, 'rows', [hour(10), hour(14)], { cores: 3 });
    const window = { start: hour(6), end: hour(24) };
    expect(await rows('rows', 'reserved', window)).toEqual([
      { timestamp: hour(6), count: 0, capacity: { cores: 0 } },
      { timestamp: hour(8), count: 1, capacity: { cores: 2 } },
      { timestamp: hour(10), count: 2, capacity: { cores: 5 } },
      { timestamp: hour(11), count: 1, capacity: { cores: 3 } },
      { timestamp: hour(14), count: 0, capacity: { cores: 0 } },
    ]);
    expect(
      (await rows('rows', 'available', window)).map(({ count, capacity }) => [count, capacity.cores]),
    ).toEqual([
      [1, 10],
      [2, 8],
      [3, 5],
      [2, 7],
      [1, 10],
    ]);
    expect(await rows('rows', 'total', window)).toEqual([
      { timestamp: hour(6), count: 1, capacity: { cores: 10 } },
    ]);
  });

  it('begin at the start of the window, even if that is the beginning of 1970', async () => {
    await service.provider({ cores: 10 }, { zone: 'epoch' });
    const window = { start: '1970-01-01T00:00:00Z', end: '1971-01-01T00:00:00Z' };
    expect(await rows('epoch', 'total', window)).toEqual([
      { timestamp: window.start, count: 0, capacity: { cores: 0 } },
    ]);
    const { utilization } = await service.operation('query-reservation', { zone: 'epoch', window });
    expect(utilization).toEqual([{ timestamp: window.start, count: 0, capacity: { cores: 0 } }]);
    expect(await rows('epoch', 'total', { end: window.end })).toEqual([]);
  });

  it.each([0, '0', null])(
    'begin now where the start is %j, which means that there is none',
    async (start) => {
      await service.provider({ cores: 10 }, { zone: 'none' });
      const now = await rows('none', 'total', {});
      expect(now).toHaveLength(1);
      expect(await rows('none', 'total', { start })).toEqual(now);
    },
  );

  it('are clipped to the window, whose end is not in it', async () => {
    await service.provider({ cores: 10 }, { zone: 'clip' });
    await reserve(service, 'clip', [hour(8), hour(12)], { cores: 2 });
    await reserve(service, 'clip', [hour(12), hour(14)], { cores: 4 });
    expect(await rows('clip', 'reserved', { start: hour(9), end: hour(12) })).toEqual([
      { timestamp: hour(9), count: 1, capacity: { cores: 2 } },
    ]);
  });

  it('show a change that leaves the sum as it is, as other collections are in force', async () => {
    await service.provider({ cores: 10 }, { zone: 'turn' });
    await reserve(service, 'turn', [hour(8), hour(12)], { cores: 2 });
    await reserve(service, 'turn', [hour(12), hour(14)], { cores: 1 });
    await reserve(service, 'turn', [hour(12), hour(14)], { cores: 1 });
    const found = await rows('turn', 'reserved', { start: hour(8), end: hour(14) });
    expect(found.map(({ timestamp, count, capacity }) => [timestamp, count, capacity.cores])).toEqual([
      [hour(8), 1, 2],
      [hour(12), 2, 2],
    ]);
  });

  it('count what instances use as usage and no longer as reserved', async () => {
    await service.provider({ cores: 10, ram: 10_000, instances: 10 }, { zone: 'use' });
    const id = await reserved(service, 'use', [undefined, hour(12)], { cores: 4, ram: 4096, instances: 4 });
    await boot(service, { 'reservation-id': id });
    const window = { start: hour(11), end: hour(13) };
    expect(
      (await rows('use', 'usage', window)).map(({ count, capacity }) => [count, capacity.cores]),
    ).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(
      (await rows('use', 'reserved', window)).map(({ count, capacity }) => [count, capacity.cores]),
    ).toEqual([
      [1, 3],
      [0, 0],
    ]);
    expect((await rows('use', 'available', window)).map(({ capacity }) => capacity.cores)).toEqual([6, 10]);
  });

  it('answer for the past as it was', async () => {
    await service.provider({ cores: 10 }, { zone: 'history' });
    const start = new Date(service.clock.now() * 1000).toISOString().slice(0, 19) + 'Z';
    const id = await reserved(service, 'history', [undefined, hour(12)], { cores: 4 });
    service.clock.advance(3600);
    await service.operation('cancel-reservation', { 'reservation-id': id });
    service.clock.advance(3600);
    const found = await rows('history', 'available', { start, end: hour(24) });
    expect(found.map(({ capacity }) => capacity.cores)).toEqual([6, 10]);
    expect(found[0].timestamp).toBe(start);
  });

  it('have one zone of the past in memory at a time', async () => {
    const { dataSource } = service;
    const zones = ['old-a', 'old-b', 'old-c'];
    for (const zone of zones) await service.provider({ cores: 10 }, { zone });
    const start = new Date(service.clock.now() * 1000).toISOString();
    for (const zone of zones) await reserve(service, zone, [undefined, hour(12)], { cores: 4 });
    service.clock.advance(2 * 86_400);
    // The next append lets a zone forget what is long over.
    for (const zone of zones) await reserve(service, zone, [hour(100), hour(101)], { cores: 1 });
    const underWay = new Set<object>();
    const numbers: number[] = [];
    const transaction = dataSource.transaction.bind(dataSource) as (...args: any[]) => Promise<unknown>;
    const counted = jest.spyOn(dataSource, 'transaction').mockImplementation(async (...args: any[]) => {
      // The service's own work goes on beside.
      if (args[0] !== 'REPEATABLE READ') return transaction(...args);
      const one = {};
      numbers.push(underWay.add(one).size);
      return transaction(...args).finally(() => underWay.delete(one));
    });
    try {
      const found = await Promise.all(
        [...zones, ...zones].map((zone) => rows(zone, 'available', { start, end: hour(24) })),
      );
      expect(found.map(([{ capacity }]) => capacity.cores)).toEqual(found.map(() => 6));
      expect(numbers).toEqual(found.map(() => 1));
    } finally {
      counted.mockRestore();
    }
  });

  it('answer for the past although its figures take longer to add up than a transaction may idle', async () => {
    const zone = 'long-ago';
    await service.provider({ cores: 10 }, { zone });
    const [start, end] = [fromNow(service, 0), fromNow(service, 3_600)];
    await reserve(service, zone, [undefined, end], { cores: 4 });
    service.clock.advance(2 * 86_400);
    // The next append lets the zone forget what is long over.
    await reserve(service, zone, [fromNow(service, 100), fromNow(service, 200)], { cores: 1 });
    const idle = `select pid from pg_stat_activity where datname = current_database()
                     and state = 'idle in transaction' and state_change < clock_timestamp() - interval '3.2 s'`;
    const work = service.app.get(HeavyWork);
    const inParts = work.inParts.bind(work);
    const held = jest.spyOn(work, 'inParts').mockImplementationOnce(async (parts) => {
      await eventually(async () => expect(await service.dataSource.query(idle)).toHaveLength(1));
      return inParts(parts);
    });
    try {
      const [{ capacity }] = await rows(zone, 'available', { start, end });
      expect(capacity.cores).toBe(6);
    } finally {
      held.mockRestore();
    }
  });

  it('hold no member but timestamp, count and capacity', async () => {
    await service.provider({ cores: 1, ports: 3 }, { zone: 'members' });
    const [row] = await rows('members', 'available');
    expect(row).toEqual({ timestamp: expect.any(String), count: 1, capacity: { cores: 1, ports: 3 } });
  });

  it('add up the zones where none is named', () =>
    alone(async (other) => {
      await other.provider({ cores: 1 }, { zone: 'a' });
      await other.provider({ cores: 2, volumes: 5 }, { zone: 'b' });
      const answer = await other.operation('query-capacity', { window: { start: hour(1), end: hour(2) } });
      expect(answer.utilization).toEqual([
        { timestamp: hour(1), count: 2, capacity: { cores: 3, volumes: 5 } },
      ]);
    }));
});
