import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import type { DataSource } from 'typeorm';
import { edgeOf, edgePartsOf, setUpApp, type Edge } from '../../src/app.setup.js';
import { readConfiguration } from '../../src/config/configuration.js';
import { JsonAdapter } from '../../src/http/body/json-adapter.js';
import { createDataSource } from '../../src/database/data-source.js';
import { FoldCheck } from '../../src/self-check/fold-check.service.js';
import { appModule } from './app-module.js';
import { eventually } from './eventually.js';
import { TestClock } from './test-clock.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export interface RunningService {
  readonly app: NestExpressApplication;
  readonly http: ReturnType<typeof supertest>;
  readonly baseUrl: string;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  /** Posts to a Group A operation and returns the body of the answer. */
  operation(name: string, body: object): Promise<Record<string, any>>;
  /** Registers a provider with the given capacity. Returns the ids of both. */
  provider(
    capacity: Record<string, number>,
    more?: { zone?: string; start?: string; end?: string; [member: string]: unknown },
  ): Promise<{ provider: string; pool: string }>;
  /** Stops the service, and drops its database unless the database was given. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** A database that another service already uses. */
  readonly database?: TestDatabase;
  readonly clock?: TestClock;
  readonly environment?: Readonly<Record<string, string>>;
  /** Parts of the HTTP edge that replace those from the environment. */
  readonly edge?: Partial<Edge>;
  /** Runs before the HTTP edge of the service is set up. */
  readonly before?: (app: NestExpressApplication) => void;
  /** The test changes the ledger directly, so the folds are not compared with the ledger at the end. */
  readonly tampersWithLedger?: boolean;
  /** When the service stops, the database is away or a zone is locked, so the folds can't be compared with the ledger. */
  readonly losesDatabase?: boolean;
}

const KEY = `k1:${randomBytes(32).toString('base64')}`;

let registered = 0;

/** The whole service over real HTTP on its own database, with a clock that only the test moves. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const database = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? new TestClock();
  const configuration = readConfiguration({
    DATABASE_URL: database.url,
    CREDENTIAL_KEYS: KEY,
    AUTH: 'none',
    SIMULATED_BOOT_MILLISECONDS: '0',
    ...options.environment,
  });
  const settings = configuration.databaseSettings;
  const dataSource = createDataSource(database.url, { poolSize: 5, settings });
  const module = appModule({ configuration, dataSource, clock });
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: false,
  });
  options.before?.(app);
  setUpApp(app, { ...edgeOf(configuration, edgePartsOf(app)), ...options.edge });
  await app.listen(0, '127.0.0.1');
  const baseUrl = await app.getUrl();
  const http = supertest(baseUrl);
  const operation: RunningService['operation'] = async (name, body) =>
    (await http.post(`/${name}`).send(body)).body as Record<string, any>;
  return {
    app,
    http,
    baseUrl,
    clock,
    database,
    dataSource,
    operation,
    provider: async (capacity, { zone = 'z1', start, end, ...more } = {}) => {
      const added = await operation('add-provider', { ...cloud(), zone, ...more });
      const source = added['provider-id'] as string;
      const increased = await operation('increase-capacity', { source, start, end, capacity });
      // Checked here, because a failure would otherwise appear much later and as something else.
      const isEmpty = Object.keys(capacity).length === 0;
      for (const answer of isEmpty ? [added] : [added, increased])
        expect(answer).toMatchObject({ result: 'ok' });
      return { provider: source, pool: increased['pool-id'] as string };
    },
    stop: async () => {
      const isCompared = !options.tampersWithLedger && !options.losesDatabase;
      const differences = isCompared ? await foldDifferences(app) : [];
      await app.close();
      if (!options.database) await database.drop();
      expect(differences).toEqual([]);
    },
  };
}

/** Limit of the comparison, below the 30 seconds that a hook may take. A zone takes milliseconds. */
const CHECK_MS = 20_000;
/** Work that a test has left may fill the queue of a zone for a while. */
const QUEUE_MS = 10_000;

/**
 * Every test that starts a service ends with a comparison of its folds with the ledger. A comparison that can't be made counts as a
 * difference, because it proves nothing. The service is stopped in any case, before the test fails.
 */
async function foldDifferences(app: NestExpressApplication): Promise<readonly unknown[]> {
  const late = pause(CHECK_MS, undefined, { ref: false });
  try {
    const found = await Promise.race([eventually(() => app.get(FoldCheck).run(), QUEUE_MS), late]);
    return found?.differences ?? [`the folds could not be compared within ${CHECK_MS} ms`];
  } catch (error) {
    return [`the folds could not be compared: ${String(error)}`];
  }
}

/** A unique registration. */
export function cloud() {
  return {
    'provider-type': 'simulated',
    endpoint: `http://cloud-${++registered}.example:5000/v3`,
    username: 'operator',
    password: 'correct horse',
    tenant: { id: 't1', name: 'Tenant' },
  };
}
