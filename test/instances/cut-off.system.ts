import { OpenstackDriver } from '../../src/providers/drivers/openstack.driver.js';
import type { Instant } from '../../src/kernel/time-window.js';
import { eventually } from '../support/eventually.js';
import { DatabaseProxy } from '../support/proxy.js';
import { startService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { DyingServices, type Mortal } from './deaths.js';

/** For more deaths: CUTS=200 KILL_SEED=7 npm run test:system -- instances/cut-off */
const CUTS = Number(process.env.CUTS ?? 60);
const SEED = Number(process.env.KILL_SEED ?? 1);

class RealTime extends TestClock {
  override now(): Instant {
    return Math.floor(Date.now() / 1000);
  }
}

/**
 * A service that loses its database and its platform at the same instant and for good. Nothing it does afterwards has any effect, so for
 * all others it was killed. It starts faster than a process, so that there can be many deaths.
 */
async function start(database: TestDatabase): Promise<Mortal> {
  const proxy = await DatabaseProxy.start(database.url);
  const environment = {
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8',
    RECONCILE_SECONDS: '2',
  };
  const starting = startService({
    database: { ...database, url: proxy.url },
    clock: new RealTime(),
    environment,
  });
  const service = await starting.catch(async (error: unknown) => {
    await proxy.stop();
    throw error;
  });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const kill = (): void => {
    const cut = proxy.stop();
    const platform = service.app.get(OpenstackDriver).onApplicationShutdown();
    service.app.getHttpServer().closeAllConnections();
    void Promise.allSettled([cut, platform]).then(end);
    service.stop().catch(() => undefined);
  };
  return { baseUrl: service.baseUrl, ended, kill };
}

describe('services cut off while they create and destroy instances', () => {
  it(
    `leave no server and no capacity behind after ${CUTS} deaths`,
    async () => {
      const database = await createTestDatabase();
      await DyingServices.run({
        count: CUTS,
        seed: SEED,
        services: 3,
        database,
        // On a busy machine a service may not reach its database in time. This test does not check that.
        start: () => eventually(() => start(database)),
      });
      await database.drop();
    },
    300_000 + CUTS * 5_000,
  );
});
