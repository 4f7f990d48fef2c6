import { migrateCitus } from './migrate-citus.js';
import { readDatabaseConfiguration } from '../config/configuration.js';
import { awaitDatabase } from '../database/await-database.js';
import { createDataSource } from '../database/data-source.js';
import { DEFAULT_SHARDS } from './distribute.js';

const USAGE = `usage: migrate-citus [shards]
  Distributes the tables by zone over the nodes of the Citus cluster whose coordinator DATABASE_URL names.
  shards  number of shards of a fresh database, by default ${DEFAULT_SHARDS}`;

async function main(shards: string | undefined): Promise<void> {
  if (shards !== undefined && !/^[1-9]\d{0,3}$/.test(shards)) throw new Error(USAGE);
  const { databaseUrl, databaseSettings: settings } = readDatabaseConfiguration(process.env);
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: it names the coordinator');
  const dataSource = await awaitDatabase(
    () => createDataSource(databaseUrl, { poolSize: 1, settings }).initialize(),
    (reason) => process.stderr.write(`${reason}\n`),
  );
  try {
    const lines = await migrateCitus(dataSource, shards === undefined ? undefined : Number(shards));
    process.stdout.write(`${lines.length === 0 ? 'nothing to do' : lines.join('\n')}\n`);
  } finally {
    await dataSource.destroy();
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
