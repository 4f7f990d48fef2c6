import { formatInstant } from '../../src/kernel/time-window.js';
import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { Caller } from '../support/calls.js';
import { eventually } from '../support/eventually.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';
import { crossings } from './replayed-ledger.js';
import { stored, subscribe, tellWhenAsked, threshold, toldTo } from './told.js';
import { runs } from '../support/runs.js';

/** Fewer than five phases give too few crossings for a meaningful test: see `expectExact`. */
const PHASES = Math.max(5, runs(8));

const services: RunningService[] = [];

async function service(first?: RunningService): Promise<RunningService> {
  const options = first ? { database: first.database, clock: first.clock } : {};
  const started = await startService(options);
  services.push(started);
  return started;
}

const CONDITIONS = [
  ['lt', 40],
  ['ge', 70],
  ['eq', 55],
  ['ne', 60],
  ['le', 10],
] as const;

const COMPARE = {
  lt: (a: number, b: number) => a < b,
  ge: (a: number, b: number) => a >= b,
  eq: (a: number, b: number) => a === b,
  ne: (a: number, b: number) => a !== b,
  le: (a: number, b: number) => a <= b,
};

/**
 * Many writers reserve and cancel at random and concurrently, a few calls each. Then the clock moves on, and the next phase begins. The
 * clock stands still during the writes: only the ledger decides which of two events in one second was first.
 */
async function churn(on: readonly RunningService[], writers: number, phases: number): Promise<void> {
  for (let phase = 0; phase < phases; phase++) {
    await writeAll(on, writers, 100 * phase);
    on[0].clock.advance(new Random(phase).integer(1, 9));
  }
}

async function writeAll(on: readonly RunningService[], writers: number, seed: number): Promise<void> {
  const [{ clock }] = on;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const random = new Random(seed + writer);
      const caller = new Caller(on[writer % on.length].baseUrl);
      const mine: string[] = [];
      for (let call = 0; call < 4; call++) {
        if (mine.length > 0 && random.chance(0.4)) {
          await caller.post('/cancel-reservation', { 'reservation-id': mine.pop() });
        } else {
          const start = clock.now() + random.integer(0, 30);
          const capacity = { cores: String(random.integer(1, 20)) };
          const end = start + random.integer(1, 40);
          const window = { start: formatInstant(start), end: formatInstant(end) };
          const { body } = await caller.post('/create-reservation', { zone: 'z1', capacity, ...window });
          if (body.result === 'ok') mine.push(body['reservation-id'] as string);
        }
      }
      caller.close();
    }),
  );
}

/** Checks that the notifications match a replay, once the process that holds the scope has evaluated it. */
async function expectExact(
  on: readonly RunningService[],
  subscriptions: ReadonlyMap<string, number>,
): Promise<void> {
  const [first] = on;
  let total = 0;
  for (const [id, index] of subscriptions) {
    const [condition, value] = CONDITIONS[index];
    const expected = await crossings(first.dataSource, 'z1', 'cores', first.clock.now(), ({ available }) =>
      COMPARE[condition](available, value),
    );
    total += expected.length;
    await eventually(async () => {
      for (const each of on) await each.app.get(TellingWorker).tick();
      const told = await stored(first, id);
      const seen = told.map(({ capacityChangeTime, capacityInformation }) => ({
        at: Date.parse(capacityChangeTime as string) / 1000,
        available: (capacityInformation as { available: number }).available,
      }));
      expect(seen).toEqual(expected.map(({ at, available }) => ({ at, available })));
    }, 60_000);
  }
  // More than one each on average: how many there are depends on which writer is first.
  expect(total).toBeGreaterThan(CONDITIONS.length);
}

/** Subscribes before any capacity exists, so that the replay and the service start from the same state. */
async function watchAll(first: RunningService): Promise<Map<string, number>> {
  const subscriptions = new Map<string, number>();
  for (const [index, [condition, value]] of CONDITIONS.entries()) {
    const body = {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      threshold: threshold('available', condition, value),
    };
    subscriptions.set(await subscribe(first, '/capacity/compute/subscribe', body), index);
  }
  return subscriptions;
}

describe('crossings of thresholds', () => {
  afterEach(async () => {
    for (const service of services.splice(0).reverse()) await service.stop();
  });
  it('are those of a brute-force replay of the ledger, under 64 writers and a moving clock', async () => {
    const only = await service();
    await only.provider({ cores: 1 });
    const subscriptions = await watchAll(only);
    await only.provider({ cores: 99 });
    await churn([only], 64, PHASES);
    only.clock.advance(100);
    await expectExact([only], subscriptions);
  });

  it('are each told once by three processes on one database', async () => {
    const first = await service();
    const all = [first, await service(first), await service(first)];
    await first.provider({ cores: 1 });
    const subscriptions = await watchAll(first);
    await all[1].provider({ cores: 99 });
    await churn(all, 24, PHASES);
    first.clock.advance(100);
    await expectExact(all, subscriptions);
  });

  it('go on in another process when the process that had them ends', async () => {
    const first = await service();
    const second = await service(first);
    await first.provider({ cores: 1 });
    const subscriptions = await watchAll(first);
    await first.provider({ cores: 99 });
    await churn([first, second], 16, 4);
    await first.app.close();
    await churn([second], 16, 4);
    second.clock.advance(100);
    await expectExact([second], subscriptions);
  });

  it('are told of a commit after which the process ended before it looked', async () => {
    const first = await service();
    await first.provider({ cores: 100 });
    const body = {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      threshold: threshold('available', 'lt', 50),
    };
    const id = await subscribe(first, '/capacity/compute/subscribe', body);
    expect(await toldTo(first, id)).toEqual([]);
    await tellWhenAsked(first);
    await first.operation('create-reservation', { zone: 'z1', capacity: { cores: '60' } });
    expect(await stored(first, id)).toEqual([]);
    await first.app.close();
    const second = await service(first);
    expect(await toldTo(second, id)).toHaveLength(1);
    expect(await toldTo(second, id)).toHaveLength(1);
  });
});
