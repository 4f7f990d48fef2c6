import { AllocationService } from '../../src/allocation/allocation.service.js';
import { Caller } from '../support/calls.js';
import { nodesOf } from '../support/cluster.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { onServer } from '../support/postgres.js';
import { DatabaseProxy, isAppend, type Link } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ALL_CORES = 8;

/** Ways for a connection to end while a commit is under way. */
const CUTS: Readonly<Record<string, (chunk: Buffer, link: Link) => void>> = {
  'before the database has seen it': (_chunk, link) => link.cut(),
  'while the database is at it': (chunk, link) => {
    link.forward(chunk);
    link.cutClient();
  },
  'after the database has done it, before it was heard of': (chunk, link) => {
    void link.keepAnswer().then(() => link.cut());
    link.forward(chunk);
  },
};

describe.each(Object.entries(CUTS))('a connection cut in the commit, %s', (_when, cut) => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let service: RunningService;
  let caller: Caller;
  let cuts: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.start(database.url);
    service = await startService({ database: { url: proxy.url, drop: () => Promise.resolve() } });
    caller = new Caller(service.baseUrl);
  });
  beforeEach(() => {
    cuts = 0;
  });
  afterEach(async () => {
    proxy.intercept = () => false;
    expect(cuts).toBeGreaterThan(0);
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, service.clock.now())).toEqual([]);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
    await proxy.stop();
    await database.drop();
  });

  /** Cuts the connection at the next matching statement, once. */
  function cutNext(isMeant: (chunk: Buffer) => boolean): void {
    proxy.intercept = (chunk, link) => {
      if (!isMeant(chunk)) return false;
      proxy.intercept = () => false;
      cuts++;
      cut(chunk, link);
      return true;
    };
  }

  const storedRam = (zone: string): Promise<number[]> =>
    onServer(database.url, async (client) => {
      const sql = `select (amounts ->> 'ram')::int as ram from reservations where zone_id = $1 and ended_at is null order by 1`;
      return (await client.query<{ ram: number }>(sql, [zone])).rows.map(({ ram }) => ram);
    });

  it('answers each of many clients with the stored outcome', async () => {
    const zone = 'many';
    await service.provider({ cores: ALL_CORES, ram: 10_000 }, { zone });
    const told = { ok: [] as number[], conflict: [] as number[] };
    for (let round = 0; round < 4; round++) {
      cutNext(isAppend);
      const rams = [1, 2, 3, 4].map((index) => 10 * round + index);
      const answers = await Promise.all(
        rams.map((ram) => caller.post('/create-reservation', { zone, capacity: { cores: 1, ram } })),
      );
      answers.forEach(({ status, body }, index) => {
        expect({ status, result: body.result }).toEqual({
          status: 200,
          result: expect.stringMatching(/ok|conflict/),
        });
        told[body.result as 'ok' | 'conflict'].push(rams[index]);
      });
    }
    expect(told.ok).toHaveLength(ALL_CORES);
    expect(await storedRam(zone)).toEqual(told.ok.sort((a, b) => a - b));
  });

  it('gives the last core to the one that asked for it', async () => {
    const zone = 'last';
    await service.provider({ cores: 1, ram: 10 }, { zone });
    cutNext(isAppend);
    const created = (await caller.post('/create-reservation', { zone, capacity: { cores: 1, ram: 7 } })).body;
    expect(created.result).toBe('ok');
    expect(await storedRam(zone)).toEqual([7]);

    cutNext(isAppend);
    const id = { 'reservation-id': created['reservation-id'] };
    expect((await caller.post('/update-reservation', { ...id, capacity: { ram: 9 } })).body.result).toBe(
      'ok',
    );
    expect(await storedRam(zone)).toEqual([9]);

    cutNext(isAppend);
    expect((await caller.post('/cancel-reservation', id)).body.result).toBe('ok');
    expect(await storedRam(zone)).toEqual([]);
  });

  // Regression: notifications of a commit whose answer was lost waited for the next round.
  it('raises the event of the commit, once', async () => {
    const zone = 'heard';
    await service.provider({ cores: 1 }, { zone });
    const appended: string[] = [];
    service.app.get(AllocationService).events.on('appended', (zoneId) => appended.push(zoneId));
    cutNext(isAppend);
    const created = await caller.post('/create-reservation', { zone, capacity: { cores: 1 } });
    expect(created.body.result).toBe('ok');
    expect(appended).toEqual([zone]);
  });

  it('moves a reservation between zones once', async () => {
    for (const zone of ['from', 'to']) await service.provider({ cores: 1, ram: 5 }, { zone });
    const created = (
      await caller.post('/create-reservation', { zone: 'from', capacity: { cores: 1, ram: 5 } })
    ).body;
    cutNext((chunk) => chunk.includes('COMMIT'));
    const moved = await caller.post('/update-reservation', {
      'reservation-id': created['reservation-id'],
      zone: 'to',
    });
    expect({ status: moved.status, body: moved.body }).toMatchObject({ status: 200, body: { result: 'ok' } });
    expect(await storedRam('from')).toEqual([]);
    expect(await storedRam('to')).toEqual([5]);
  });
});

/** Simulates a transaction whose commit waits for a standby that is away. */
describe('a connection lost in the commit, while the zone stays locked for longer than a statement waits', () => {
  const zone = 'locked';
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let service: RunningService;
  beforeAll(async () => {
    database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    for (const node of nodesOf(database.url)) {
      await onServer(node, (client) => client.query(`alter database ${name} set lock_timeout = 200`));
    }
    proxy = await DatabaseProxy.start(database.url);
    service = await startService({
      database: { url: proxy.url, drop: () => Promise.resolve() },
      environment: { DATABASE_SETTINGS: 'role' },
    });
    await service.provider({ cores: 1 }, { zone });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
    await database.drop();
  });

  it('delays the answer until it is known that the reservation is stored', async () => {
    let attempts = 0;
    let isLocked = false;
    const whileLocked = async (link: Link): Promise<void> => {
      await onServer(database.url, async (client) => {
        await client.query('begin');
        await client.query('select from zones where zone_id = $1 for update', [zone]);
        isLocked = true;
        proxy.intercept = (chunk) => {
          if (chunk.includes('lock-zone')) attempts++;
          return false;
        };
        link.cut();
        await eventually(() => Promise.resolve(expect(attempts).toBeGreaterThan(2)));
        isLocked = false;
        await client.query('commit');
      });
    };
    const isFree = new Promise<void>((resolve) => {
      proxy.intercept = (chunk, link) => {
        if (!isAppend(chunk)) return false;
        void link.keepAnswer().then(() => {
          if (!isLocked && attempts === 0) resolve(whileLocked(link));
        });
        link.forward(chunk);
        return true;
      };
    });
    const reserved = service.operation('create-reservation', { zone, capacity: { cores: 1 } });
    expect(await reserved).toMatchObject({ result: 'ok' });
    expect({ isLocked, attempts: attempts > 2 }).toEqual({ isLocked: false, attempts: true });
    await isFree;
    expect(await auditFindings(database.url)).toEqual([]);
  });
});
