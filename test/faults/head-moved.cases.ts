import type { ZoneLoopFigures } from '../../src/allocation/loop/zone-loop.js';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { eventually } from '../support/eventually.js';
import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { untilLockIsAwaited, whileZoneIsHeld } from '../support/held-zone.js';
import { loopOf } from '../support/loops.js';
import { DatabaseProxy, isAppend } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';

/** Two services on one database. The second appends just before an append of the first. */
describe('a head that moves under a decision', () => {
  let other: RunningService;
  let proxy: DatabaseProxy;
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    other = await startService();
    proxy = await DatabaseProxy.start(other.database.url);
    const database = { url: proxy.url, drop: () => Promise.resolve() };
    service = await startService({ database, clock: other.clock });
    // It would end the hold below, or be the one that waits for the lock.
    for (const each of [other, service]) await each.app.get(ReservationsClock).onModuleDestroy();
    caller = new Caller(service.baseUrl);
  });
  afterEach(async () => {
    proxy.intercept = () => false;
    expect(await auditFindings(other.database.url)).toEqual([]);
    expect(await inconsistencies(other.database.url, other.clock.now())).toEqual([]);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
    await proxy.stop();
    await other.stop();
  });

  function figures(zone: string): Pick<ZoneLoopFigures, 'batches' | 'requests' | 'misses'> {
    return loopOf(service, zone)?.figures ?? { batches: 0, requests: 0, misses: 0 };
  }

  /** Lets the other service append just before each of the next `times` appends. Returns the other service's results. */
  function getInFirst(zone: string, times: number): { results: string[] } {
    const results: string[] = [];
    let left = times;
    proxy.intercept = (chunk, link) => {
      if (!isAppend(chunk) || left === 0) return false;
      left--;
      void other.operation('create-reservation', { zone, capacity: { cores: 1 } }).then(({ result }) => {
        results.push(result as string);
        link.forward(chunk);
      });
      return true;
    };
    return { results };
  }

  const reserve = async (zone: string, cores: number): Promise<Record<string, any>> =>
    (await caller.post('/create-reservation', { zone, capacity: { cores } })).body;

  it('causes one miss, and then the decision succeeds', async () => {
    const zone = 'once';
    await other.provider({ cores: 10 }, { zone });
    const { results } = getInFirst(zone, 1);
    expect((await reserve(zone, 1)).result).toBe('ok');
    expect(results).toEqual(['ok']);
    expect(figures(zone)).toMatchObject({ misses: 1 });
  });

  it('is locked after a miss, turn by turn, until no other process has written', async () => {
    const zone = 'contended';
    await other.provider({ cores: 10 }, { zone });
    const first = getInFirst(zone, 1);
    expect((await reserve(zone, 1)).result).toBe('ok');
    expect(first.results).toEqual(['ok']);
    expect(figures(zone)).toMatchObject({ misses: 1, batches: 1 });

    // The zone is locked, so the other service must wait and can't append first.
    let late: Promise<Record<string, any>> | undefined;
    proxy.intercept = (chunk) => {
      if (isAppend(chunk)) late ??= other.operation('create-reservation', { zone, capacity: { cores: 1 } });
      return false;
    };
    expect((await reserve(zone, 1)).result).toBe('ok');
    expect((await late)?.result).toBe('ok');
    expect(figures(zone)).toMatchObject({ misses: 1, batches: 2 });

    // That turn found no new entries, so the next turn is optimistic again. The other service has already appended in between.
    proxy.intercept = () => false;
    expect((await reserve(zone, 1)).result).toBe('ok');
    expect(figures(zone)).toMatchObject({ misses: 2, batches: 3 });
  });

  it('lets the requests that arrive meanwhile wait: they are decided in one turn', async () => {
    const zone = 'waited-for';
    await other.provider({ cores: 10 }, { zone });
    const { results } = getInFirst(zone, 1);
    expect((await reserve(zone, 1)).result).toBe('ok');
    expect(results).toEqual(['ok']);

    const accepted: Promise<Record<string, any>>[] = [];
    await whileZoneIsHeld(other.database.url, zone, async () => {
      accepted.push(reserve(zone, 1));
      await untilLockIsAwaited(other.database.url);
      for (let more = 1; more <= 4; more++) accepted.push(reserve(zone, 1));
      const loop = loopOf(service, zone);
      await eventually(() => Promise.resolve(expect(loop?.queued).toBe(4)));
    });
    const answers = await Promise.all(accepted);
    expect(answers.map(({ result }) => result)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(figures(zone)).toMatchObject({ misses: 1, batches: 2, requests: 6 });
  });

  it('causes a new decision: capacity taken meanwhile is refused', async () => {
    const zone = 'gone';
    await other.provider({ cores: 1 }, { zone });
    const { results } = getInFirst(zone, 1);
    const refused = await reserve(zone, 1);
    expect(results).toEqual(['ok']);
    expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 0 } } });
  });

  it('alternates between two services without either starving', async () => {
    const zone = 'alternating';
    await other.provider({ cores: 200 }, { zone });
    const rival = new Caller(other.baseUrl);
    const turn = async (client: Caller): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        const { body } = await client.post('/create-reservation', { zone, capacity: { cores: 1 } });
        expect(body.result).toBe('ok');
      }
    };
    await Promise.all([turn(caller), turn(caller), turn(rival), turn(rival)]);
    rival.close();
    const { misses, requests } = figures(zone);
    expect(requests).toBe(80);
    expect(misses).toBeLessThanOrEqual(80);
  });

  // Regression: reads that had a hold to end tried again without a pause for as long as the zone was locked.
  it('makes reads that append wait for the lock', async () => {
    const zone = 'locked';
    await other.provider({ cores: 10 }, { zone });
    const held = await caller.post('/create-reservation', { zone, capacity: { cores: 10 }, hold: 60 });
    expect(held.body).toMatchObject({ result: 'ok' });
    other.clock.advance(60);
    const before = figures(zone).misses;
    const query = { capacity: 'available', zone };
    let answer: ReturnType<typeof caller.post> | undefined;
    await whileZoneIsHeld(other.database.url, zone, async () => {
      answer = caller.post('/query-capacity', query);
      await untilLockIsAwaited(other.database.url);
    });
    expect((await answer)?.body).toMatchObject({ utilization: [{ capacity: { cores: 10 } }] });
    expect(figures(zone).misses - before).toBeLessThan(3);
  });
});
