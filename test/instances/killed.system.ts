import { randomBytes } from 'node:crypto';
import { endAll, startProcess } from '../process/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { DyingServices } from './deaths.js';

/**
 * Few by default, because a process takes a second or two to start. For more: KILLS=200 KILL_SEED=7 npm run test:system -- instances/killed
 */
const KILLS = Number(process.env.KILLS ?? 10);
const SEED = Number(process.env.KILL_SEED ?? 1);

describe('processes killed while they create and destroy instances', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    endAll();
    await database.drop();
  });

  it(
    `leave no server and no capacity behind after ${KILLS} deaths`,
    () => {
      const environment = {
        DATABASE_URL: database.url,
        DATABASE_POOL: '4',
        CREDENTIAL_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8',
        RECONCILE_SECONDS: '2',
        LOG_LEVEL: 'info',
      };
      const start = async () => {
        // On a busy machine a process may not be ready in time. This test does not check that.
        const again = () => startProcess(environment);
        const { baseUrl, child, ended } = await again().catch(again);
        return { baseUrl, ended, kill: () => void child.kill('SIGKILL') };
      };
      return DyingServices.run({ count: KILLS, seed: SEED, services: 2, database, start });
    },
    300_000 + KILLS * 20_000,
  );
});
