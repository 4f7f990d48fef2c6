import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { DatabaseConfiguration } from './config/configuration.js';
import { isConnectionLoss } from './database/constraints.js';
import { createDataSource } from './database/data-source.js';
import { EmbeddedPostgres } from './database/embedded-postgres.js';
import { migrateUp, migrationStatus } from './database/migrate.js';

const PATIENCE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 2_000;

/** The database of a running service. */
export interface ServiceDatabase {
  readonly dataSource: DataSource;
  /** Ends its connections and, when it is the embedded one, the server. */
  close(): Promise<void>;
}

const logger = new Logger('Database');

/**
 * Opens the database that DATABASE_URL names; without one starts the embedded PostgreSQL and brings its schema up to
 * date. A schema of another owner is never touched: `/readyz` says when it lacks something.
 *
 * @param onLost called when the embedded PostgreSQL ends by itself
 * @throws Error that says what is wrong with the data directory or with DATABASE_URL
 */
export async function openDatabase(
  configuration: DatabaseConfiguration,
  onLost: (reason: Error) => void,
): Promise<ServiceDatabase> {
  const { databaseUrl, databasePool } = configuration;
  if (databaseUrl !== undefined) {
    const dataSource = await connect(databaseUrl, databasePool);
    await warnOfPending(dataSource);
    return { dataSource, close: () => dataSource.destroy() };
  }
  return openEmbedded(configuration, onLost);
}

async function openEmbedded(
  { dataDirectory, databasePool }: DatabaseConfiguration,
  onLost: (reason: Error) => void,
): Promise<ServiceDatabase> {
  const postgres = await EmbeddedPostgres.start({ directory: join(dataDirectory, 'postgres'), onLost });
  try {
    const dataSource = dataSourceOf(postgres.url, databasePool);
    const applied = await migrateUp(dataSource);
    for (const name of applied) logger.log(`applied ${name}`);
    await dataSource.initialize();
    const close = async (): Promise<void> => {
      await dataSource.destroy();
      await postgres.stop();
    };
    return { dataSource, close };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** A database that starts at the same time as the service is waited for; one that refuses us is not. */
async function connect(url: string, poolSize: number): Promise<DataSource> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (let wait = 250; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MILLISECONDS)) {
    try {
      return await dataSourceOf(url, poolSize).initialize();
    } catch (error) {
      const reason = reasonOf(error);
      if (!isConnectionLoss(error) || Date.now() > deadline) {
        throw new Error(`DATABASE_URL: the database can't be used: ${reason}`, { cause: error });
      }
      logger.warn(`the database can't be reached, trying again: ${reason}`);
      await pause(wait);
    }
  }
}

function dataSourceOf(url: string, poolSize: number): DataSource {
  return createDataSource(url, {
    poolSize,
    onIdleLoss: (error) => logger.warn(`an idle database connection was lost: ${error.message}`),
  });
}

async function warnOfPending(dataSource: DataSource): Promise<void> {
  const pending = (await migrationStatus(dataSource)).filter(({ applied }) => !applied);
  if (pending.length === 0) return;
  logger.warn(`not ready: ${pending.length} migrations are not applied; run 'npm run migrate'`);
}

/** Where a name has several addresses, the message is in the errors for each of them. */
function reasonOf(error: unknown): string {
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join(', ');
}
