import { migrateCitus } from './migrate-citus.js';
import { readDatabaseConfiguration } from '../config/configuration.js';
import { runCli, withDatabase } from '../database/command-line.js';
import { DEFAULT_SHARDS } from './distribute.js';

const USAGE = `usage: migrate-citus [shards]
  Distributes the tables by zone over the nodes of the Citus cluster whose coordinator DATABASE_URL names.
  shards  number of shards of a fresh database, by default ${DEFAULT_SHARDS}`;

async function main(): Promise<void> {
  const [, , shards] = process.argv as (string | undefined)[];
  if (shards !== undefined && !/^[1-9]\d{0,3}$/.test(shards)) throw new Error(USAGE);
  const configuration = readDatabaseConfiguration(process.env);
  if (configuration.databaseUrl === undefined) {
    throw new Error('DATABASE_URL is not set: it names the coordinator');
  }
  const count = shards === undefined ? undefined : Number(shards);
  const lines = await withDatabase(configuration, (dataSource) => migrateCitus(dataSource, count));
  process.stdout.write(`${lines.length === 0 ? 'nothing to do' : lines.join('\n')}\n`);
}

runCli(main, USAGE);
