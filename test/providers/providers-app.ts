import { randomBytes } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import { setUpApp } from '../../src/app.setup.js';
import { Configuration, readConfiguration } from '../../src/config/configuration.js';
import { createDataSource } from '../../src/database/data-source.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { IdempotencyModule } from '../../src/idempotency/idempotency.module.js';
import { Clock } from '../../src/kernel/clock.js';
import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { ProvidersModule } from '../../src/providers/providers.module.js';
import { Rediscovery } from '../../src/providers/rediscovery.worker.js';
import { Tracing } from '../../src/tracing/tracing.js';
import { ZonesModule } from '../../src/zones/zones.module.js';
import { TestClock } from '../support/test-clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

export interface ProvidersApp {
  readonly app: NestExpressApplication;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  /** Stops the application and keeps its database, for another application to open. */
  stop(): Promise<void>;
}

export const OLD_KEY = `k1:${randomBytes(32).toString('base64')}`;
export const NEW_KEY = `k2:${randomBytes(32).toString('base64')}`;

/** The providers module behind the real HTTP edge, on a database of its own. */
export async function startProviders(keys = OLD_KEY, opened?: TestDatabase): Promise<ProvidersApp> {
  const database = opened ?? (await createTestDatabase());
  const clock = new TestClock();
  const dataSource = createDataSource(database.url, { poolSize: 8 });
  const provided = [
    Tracing,
    { provide: HeavyWork, useValue: new HeavyWork(2) },
    { provide: Clock, useValue: clock },
    {
      provide: Configuration,
      useValue: readConfiguration({ DATABASE_URL: database.url, CREDENTIAL_KEYS: keys, AUTH: 'none' }),
    },
  ];

  @Global()
  @Module({ providers: provided, exports: provided })
  class FoundationModule {}

  const imports = [
    FoundationModule,
    DatabaseModule.of(dataSource),
    IdempotencyModule,
    ProvidersModule,
    ZonesModule,
  ];
  const testing = await Test.createTestingModule({ imports }).compile();
  const app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  setUpApp(app);
  // The tests call `tick()` themselves. A tick in between would do the work they wait for.
  app.get(Rediscovery).onApplicationBootstrap = () => undefined;
  await app.listen(0, '127.0.0.1');
  const stop = (): Promise<void> => app.close();
  return { app, clock, database, dataSource, stop };
}

export const CLOUD = {
  'provider-type': 'simulated',
  endpoint: 'http://cloud.example:5000/v3',
  username: 'operator',
  password: 'correct horse',
  region: 'RegionOne',
  tenant: { id: 't1', name: 'Tenant' },
};

export const UNREACHABLE = { ...CLOUD, endpoint: 'http://unreachable.invalid/' };
