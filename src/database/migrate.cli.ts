import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { readDatabaseConfiguration } from '../config/configuration.js';
import { note, runCli, withDatabase } from './command-line.js';
import { isReadOnly } from './constraints.js';
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

async function main(): Promise<void> {
  const command = COMMANDS[process.argv[2] ?? ''];
  if (!command) throw new Error(USAGE);
  const configuration = readDatabaseConfiguration(process.env);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return void process.stdout.write(`${await withDatabase(configuration, command)}\n`);
    } catch (error) {
      // A command opens more connections. While another server takes over, one of them may reach a standby, and nothing is written.
      if (!isReadOnly(error) || attempt === MAX_ATTEMPTS) throw error;
      note(`trying again: ${String(error)}`);
    }
    await pause(RETRY_MS);
  }
}

runCli(main, USAGE);
