import { Caller, wire } from '../support/calls.js';
import { metricAlong, worstInstant } from '../support/figures.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';

const ENOUGH_READS = 20;

describe('what readers see while writers write, through three processes', () => {
  const services: RunningService[] = [];
  let callers: Caller[];
  let now: number;
  beforeAll(async () => {
    services.push(await startService());
    const [{ database, clock }] = services;
    while (services.length < 3) services.push(await startService({ database, clock }));
    callers = services.map(({ baseUrl }) => new Caller(baseUrl));
    now = clock.now();
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    for (const service of services.reverse()) await service.stop();
  });

  /** Reads while writers write. Repeats the writes until there were enough reads. */
  async function meanwhile(
    write: () => readonly Promise<void>[],
    readers: number,
    read: (caller: Caller) => Promise<void>,
  ) {
    let isOver = false;
    let reads = 0;
    const reading = Array.from({ length: readers }, async (_, index) => {
      do {
        await read(callers[index % callers.length]);
        reads++;
      } while (!isOver);
    });
    const writing = async (): Promise<void> => {
      do await Promise.all(write());
      while (reads < ENOUGH_READS);
    };
    await Promise.race([writing(), Promise.all(reading)]).finally(() => (isOver = true));
    await Promise.all(reading);
  }

  async function reserveAndCancel(
    zone: string,
    capacity: object,
    seed: number,
    turns: number,
  ): Promise<void> {
    const random = new Random(seed);
    for (let turn = 0; turn < turns; turn++) {
      const created = (await random.pick(callers).post('/create-reservation', { zone, capacity })).body;
      if (created.result !== 'ok') continue;
      const body = { 'reservation-id': created['reservation-id'] };
      expect((await random.pick(callers).post('/cancel-reservation', body)).body.result).toBe('ok');
    }
  }

  it('total = available + reserved + allocated in every answer, and none is negative', async () => {
    const zone = 'identity';
    await services[0].provider({ cores: 20, instances: 20 }, { zone });
    await services[0].provider({ cores: 20, instances: 20 }, { zone });
    const write = () =>
      Array.from({ length: 8 }, (_, seed) =>
        reserveAndCancel(zone, { cores: 2 + seed, instances: 2 }, seed, 12),
      );
    await meanwhile(write, 4, async (caller) => {
      const figures = await worstInstant(caller, zone, 'cpuCores', { start: now, end: Infinity });
      const { total, available, reserved, allocated } = figures;
      expect(total).toBe(40);
      expect(available + reserved + allocated).toBe(total);
      expect(Math.min(available, reserved, allocated)).toBeGreaterThanOrEqual(0);
    });
  });

  it('all classes of a reservation appear at once, however it is split over providers', async () => {
    const zone = 'classes';
    for (let i = 0; i < 3; i++) await services[0].provider({ cores: 7, ram: 7, instances: 7 }, { zone });
    const write = () =>
      Array.from({ length: 8 }, (_, seed) =>
        reserveAndCancel(zone, { cores: 5, ram: 5, instances: 5 }, seed, 12),
      );
    await meanwhile(write, 4, async (caller) => {
      const [row] = await metricAlong(caller, zone, 'reserved', { start: now, end: now + 10 });
      const { cores, ram, instances } = row.capacity;
      expect([ram, instances]).toEqual([cores, cores]);
      expect(cores % 5).toBe(0);
    });
  });

  it('an answer counts the very reservations whose capacity it adds up', async () => {
    const zone = 'counts';
    await services[0].provider({ cores: 50 }, { zone });
    const write = () =>
      Array.from({ length: 8 }, (_, seed) => reserveAndCancel(zone, { cores: 1 }, seed, 12));
    await meanwhile(write, 4, async (caller) => {
      const body = { capacity: 'reserved', zone, window: wire({ start: now, end: now + 10 }) };
      const { collections, utilization } = (await caller.post('/query-capacity', body)).body;
      const [{ count, capacity }] = utilization;
      expect({ count, cores: capacity.cores }).toEqual({ count, cores: count });
      expect(collections).toHaveLength(count);
    });
  });

  it('everybody sees what has been acknowledged to anybody', async () => {
    const zone = 'own-writes';
    await services[0].provider({ cores: 9 }, { zone });
    const client = async (index: number): Promise<void> => {
      const random = new Random(index);
      // A window of its own, in which no other client changes the figures.
      const slot = { start: now + 100 * index, end: now + 100 * index + 100 };
      const expectReserved = async (cores: number): Promise<void> => {
        const seen = await worstInstant(random.pick(callers), zone, 'cpuCores', slot);
        expect(seen).toEqual({ total: 9, reserved: cores, allocated: 0, available: 9 - cores });
      };
      for (let turn = 0; turn < 4; turn++) {
        const create = { zone, ...wire(slot), capacity: { cores: 5 } };
        const created = (await random.pick(callers).post('/create-reservation', create)).body;
        expect(created.result).toBe('ok');
        await expectReserved(5);
        const id = { 'reservation-id': created['reservation-id'] };
        const listed = (await random.pick(callers).post('/query-reservation', { zone, window: wire(slot) }))
          .body;
        expect(listed.reservations).toContain(created['reservation-id']);
        expect(
          (await random.pick(callers).post('/update-reservation', { ...id, capacity: { cores: 7 } })).body
            .result,
        ).toBe('ok');
        await expectReserved(7);
        expect((await random.pick(callers).post('/cancel-reservation', id)).body.result).toBe('ok');
        await expectReserved(0);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => client(index + 1)));
  });
});
