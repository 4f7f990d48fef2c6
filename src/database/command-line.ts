import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { DatabaseConfiguration } from '../config/configuration.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { runningPostgresUrl } from '../embedded-postgres/running-postgres.js';
import { DomainError } from '../kernel/domain-error.js';
import { awaitDatabase } from './await-database.js';
import { createDataSource } from './data-source.js';
import type { EntityClass } from './entity-columns.js';

/** Prints the reason of a failure; for parameters that are wrong, with the usage. `--help` prints the usage alone. */
export function runCli(main: () => Promise<void>, usage?: string): void {
  if (usage !== undefined && process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  main().catch((error: unknown) => {
    note(error instanceof Error ? error.message : String(error));
    if (usage !== undefined && isAboutParameters(error)) note(`\n${usage}`);
    process.exitCode = 1;
  });
}

/** `parseArgs` throws a TypeError. */
function isAboutParameters(error: unknown): boolean {
  return error instanceof DomainError || error instanceof TypeError;
}

/** A line for the person at the terminal. The standard output is for the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs work on one connection to the service's database: that of DATABASE_URL, else the embedded PostgreSQL of the running
 * service, else the embedded PostgreSQL, started for the work.
 */
export async function withDatabase<T>(
  { databaseUrl, databaseSettings, dataDirectory }: DatabaseConfiguration,
  work: (dataSource: DataSource) => Promise<T>,
  entities: readonly EntityClass[] = [],
): Promise<T> {
  const directory = join(dataDirectory, 'postgres');
  const url = databaseUrl ?? runningPostgresUrl(directory);
  if (url !== undefined) return connected(url);
  note(`DATABASE_URL is not set: this uses the embedded PostgreSQL of ${directory}`);
  const postgres = await EmbeddedPostgres.start({ directory });
  try {
    return await connected(postgres.url);
  } finally {
    await postgres.stop();
  }

  async function connected(reachable: string): Promise<T> {
    // PgBouncer refuses settings that a connection asks for. The embedded PostgreSQL has no other place for them.
    const settings = databaseUrl === undefined ? 'connection' : databaseSettings;
    const create = () => createDataSource(reachable, { poolSize: 1, entities, settings });
    const setting = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    const dataSource = await awaitDatabase(setting, () => create().initialize(), note);
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }
}
