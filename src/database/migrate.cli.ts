import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { readDatabaseConfiguration } from '../config/configuration.js';
import { awaitDatabase } from './await-database.js';
import { isReadOnly } from './constraints.js';
import { createDataSource, type DatabaseSettings } from './data-source.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { migrateDown, migrateUp, migrationStatus, pendingSql } from './migrate.js';

const MAX_ATTEMPTS = 10;
const RETRY_MS = 1_000;

const USAGE = `usage: migrate up | down | status | sql
  up      apply what is pending
  down    take back the migration applied last
  status  list the migrations; exit status 1 when some are pending
  sql     print what up would run, and run nothing`;

const COMMANDS: Readonly<Record<string, (dataSource: DataSource) => Promise<string>>> = {
  up: async (dataSource) => {
    const applied = await migrateUp(dataSource);
    return applied.length === 0 ? 'nothing to apply' : applied.map((name) => `applied ${name}`).join('\n');
  },
  down: async (dataSource) => {
    const undone = await migrateDown(dataSource);
    return undone === undefined ? 'nothing to take back' : `took back ${undone}`;
  },
  status: async (dataSource) => {
    const states = await migrationStatus(dataSource);
    if (states.some(({ applied }) => !applied)) process.exitCode = 1;
    return states.map(({ name, applied, known }) => `${wordFor(applied, known)} ${name}`).join('\n');
  },
  sql: (dataSource) => pendingSql(dataSource),
};

function wordFor(applied: boolean, known: boolean): string {
  return !applied ? 'pending' : known ? 'applied' : 'applied by a later release:';
}

async function main(name: string | undefined): Promise<void> {
  const command = COMMANDS[name ?? ''];
  if (!command) throw new Error(USAGE);
  const { databaseUrl, databaseSettings, dataDirectory } = readDatabaseConfiguration(process.env);
  if (databaseUrl !== undefined) return runOn(databaseUrl, command, databaseSettings);
  const postgres = await EmbeddedPostgres.start({ directory: join(dataDirectory, 'postgres') });
  try {
    await runOn(postgres.url, command);
  } finally {
    await postgres.stop();
  }
}

async function runOn(
  url: string,
  command: (dataSource: DataSource) => Promise<string>,
  settings?: DatabaseSettings,
): Promise<void> {
  const note = (reason: string): void => void process.stderr.write(`${reason}\n`);
  const open = (): Promise<DataSource> => createDataSource(url, { poolSize: 1, settings }).initialize();
  for (let attempt = 1; ; attempt += 1) {
    const dataSource = await awaitDatabase(open, note);
    try {
      return void process.stdout.write(`${await command(dataSource)}\n`);
    } catch (error) {
      // A command opens more connections. While another server takes over, one of them may reach a standby, and nothing is written.
      if (!isReadOnly(error) || attempt === MAX_ATTEMPTS) throw error;
      note(`trying again: ${String(error)}`);
    } finally {
      await dataSource.destroy();
    }
    await pause(RETRY_MS);
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
