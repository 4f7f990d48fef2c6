import type { DataSource } from 'typeorm';
import { migrateUp, whileLocked } from '../database/migrate.js';
import { DEFAULT_SHARDS, distribute } from './distribute.js';

/**
 * Applies pending migrations, each in a transaction, and then distributes the tables in one. Returns a line for each change.
 * Concurrent runs, and runs of `migrate`, take turns at each of the two.
 */
export async function migrateCitus(dataSource: DataSource, shards = DEFAULT_SHARDS): Promise<string[]> {
  const lines = (await migrateUp(dataSource)).map((name) => `applied ${name}`);
  await whileLocked(dataSource, (runner) => distribute(runner, shards, (line) => lines.push(line)));
  return lines;
}
