import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { locksAwaited } from '../support/held-zone.js';
import { DatabaseProxy, isAppend } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * A statement may still be in transit when the service gives up its connection. It can then reach the database after the service has
 * checked whether it is stored. These tests hold it back until just before the service appends the same batch again.
 */
describe('an append that arrives late', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.start(database.url);
    service = await startService({ database: { url: proxy.url, drop: () => Promise.resolve() } });
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
    await proxy.stop();
    await database.drop();
  });

  const someoneWaits = async (): Promise<void> => {
    expect(await locksAwaited(database.url)).toBeGreaterThan(0);
  };

  /** Holds back the first append, and forwards it just before the second. */
  function delayFirstAppend(): { appends: () => number } {
    let appends = 0;
    let letGo: (() => Promise<void>) | undefined;
    proxy.intercept = (chunk, link) => {
      if (!isAppend(chunk)) return false;
      appends++;
      if (appends === 1) {
        letGo = async () => {
          let isAnswered = false;
          void link.keepAnswer().then(() => (isAnswered = true));
          link.forward(chunk);
          // Either it takes effect at once, or it waits for the holder of the zone's lock.
          await eventually(async () => {
            if (!isAnswered) await someoneWaits();
          });
        };
        link.cutClient();
        return true;
      }
      if (appends === 2 && letGo) {
        void letGo().then(() => link.forward(chunk));
        return true;
      }
      return false;
    };
    return { appends: () => appends };
  }

  it('does not make one reservation hold twice', async () => {
    const zone = 'twice';
    await service.provider({ cores: 10 }, { zone });
    const { appends } = delayFirstAppend();
    const created = (await caller.post('/create-reservation', { zone, capacity: { cores: 3 } })).body;
    expect(created.result).toBe('ok');
    expect(appends()).toBe(2);
    const figures = (
      await caller.get('/capacity/compute/query', { zoneId: zone, computeResourceTypeId: 'cpuCores' })
    ).body;
    expect(figures.capacityInformation).toEqual({ total: 10, reserved: 3, allocated: 0, available: 7 });
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, service.clock.now())).toEqual([]);
  });

  it('does not refuse the last core to the request that got it', async () => {
    const zone = 'refused';
    await service.provider({ cores: 1 }, { zone });
    delayFirstAppend();
    const created = (await caller.post('/create-reservation', { zone, capacity: { cores: 1 } })).body;
    expect(created.result).toBe('ok');
    expect((await caller.get(`/reservations/${created['reservation-id']}`)).body).toMatchObject({
      state: 'active',
    });
    expect(await inconsistencies(database.url, service.clock.now())).toEqual([]);
  });
});
