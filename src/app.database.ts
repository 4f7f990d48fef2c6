import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { DatabaseConfiguration } from './config/configuration.js';
import { awaitDatabase } from './database/await-database.js';
import { checkClock } from './database/clock-watch.js';
import { createDataSource, type DatabaseSettings } from './database/data-source.js';
import { settingsThatLose } from './database/durability.js';
import { checkPooler, checkRoleSettings } from './database/pooler.js';
import { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { migrateUp, migrationStatus } from './database/migrate.js';
import { SystemClock } from './kernel/clock.js';

/** The database of a service that is about to start. */
export interface ServiceDatabase {
  /** Not initialised: the application connects it, with its entities, and ends its connections when it closes. */
  readonly dataSource: DataSource;
  /** Ends the embedded server; another one is left alone. */
  stop(): Promise<void>;
}

/** Of the embedded PostgreSQL, beside those of the pool: for commands and audits, and for people who look at the data. */
const OTHER_CONNECTIONS = 90;

const logger = new Logger('Database');

/**
 * Waits for the database that DATABASE_URL names; without one starts the embedded PostgreSQL and brings its schema up to
 * date. A schema of another owner is never changed: `/readyz` says when migrations are pending.
 *
 * @param onLost called when the embedded PostgreSQL ends by itself
 * @throws Error that says what is wrong with the data directory, with DATABASE_URL or with the clock
 */
export async function openDatabase(
  configuration: DatabaseConfiguration,
  onLost: (reason: Error) => void,
): Promise<ServiceDatabase> {
  const { databaseUrl, databasePool, databaseSettings } = configuration;
  if (databaseUrl !== undefined) {
    await awaitDatabase(
      'DATABASE_URL',
      () => checkDatabase(databaseUrl, databaseSettings),
      (reason) => logger.warn(reason),
    );
    const dataSource = dataSourceOf(databaseUrl, databasePool, databaseSettings);
    return { dataSource, stop: () => Promise.resolve() };
  }
  return openEmbedded(configuration, onLost);
}

async function openEmbedded(
  { dataDirectory, databasePool }: DatabaseConfiguration,
  onLost: (reason: Error) => void,
): Promise<ServiceDatabase> {
  const postgres = await EmbeddedPostgres.start({
    directory: join(dataDirectory, 'postgres'),
    maxConnections: databasePool + OTHER_CONNECTIONS,
    onLost,
  });
  let isStopping = false;
  const stop = (): Promise<void> => {
    // The pool closes its connections without waiting for their end, so the server may end some.
    isStopping = true;
    return postgres.stop();
  };
  try {
    const dataSource = createDataSource(postgres.url, {
      poolSize: databasePool,
      onIdleLoss: (error) => {
        if (!isStopping) warnOfLoss(error);
      },
    });
    // Modules load meanwhile: on a busy machine that takes longer than a connection may.
    const applied = await awaitDatabase(
      'DATA_DIR',
      () => migrateUp(dataSource),
      (reason) => logger.warn(reason),
    );
    for (const name of applied) logger.log(`applied ${name}`);
    return { dataSource, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

function dataSourceOf(url: string, poolSize: number, settings: DatabaseSettings): DataSource {
  return createDataSource(url, { poolSize, settings, onIdleLoss: warnOfLoss });
}

function warnOfLoss(error: Error): void {
  logger.warn(`an idle database connection was lost: ${error.message}`);
}

async function checkDatabase(url: string, settings: DatabaseSettings): Promise<void> {
  const dataSource = await dataSourceOf(url, 1, settings).initialize();
  try {
    if (settings === 'role') await checkRoleSettings(dataSource);
    await checkPooler(dataSource);
    await checkClock(dataSource, new SystemClock());
    const off = await settingsThatLose(dataSource);
    if (off.length > 0)
      logger.warn(`a crash of PostgreSQL may lose what was acknowledged: ${off.join(', ')} is off`);
    const pending = (await migrationStatus(dataSource)).filter(({ applied }) => !applied);
    if (pending.length === 0) return;
    const [{ schema }] = await dataSource.query<{ schema: string | null }[]>(
      'select current_schema() as schema',
    );
    const place = schema === null ? 'no schema of its search_path exists' : `its schema is ${schema}`;
    logger.warn(
      `not ready: ${pending.length} migrations are not applied, and ${place}; run 'npm run migrate'`,
    );
  } finally {
    await dataSource.destroy();
  }
}
