import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { migrateUp } from '../../src/database/migrate.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { eventually } from './eventually.js';
import { TEMPLATE } from './server-variable.js';
import { closeDatabase, createClusterDatabase, isCluster, nodesOf } from './cluster.js';

export { SERVER_VARIABLE, TEMPLATE } from './server-variable.js';

/** Number of shards in a cluster. Each worker has some. */
const SHARDS = 4;

const SHARED_MEMORY = '/dev/shm';
/** In bytes, several times what a whole run takes. */
const ROOM_IN_MEMORY = 4 * 2 ** 30;
const DROP_PATIENCE_MS = 20_000;

export interface TestServer {
  /** A URL with a role that may create databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The server of TEST_DATABASE_URL, or an embedded one that is fast, not durable, and removed afterwards. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: () => Promise.resolve() };
  const directory = mkdtempSync(join(placeOfServer(), 'headroom-test-'));
  const postgres = await EmbeddedPostgres.start({ directory, durable: false, maxConnections: 300 });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/**
 * In memory where there is room. A disk with ext4 takes 0.3 s of processor time to copy a template once many test databases have
 * been dropped: it looks through all files that were deleted in the last seconds for each new one.
 */
function placeOfServer(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ROOM_IN_MEMORY ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Creates the template of the test databases, by running the migrations. */
export async function buildTemplate(serverUrl: string): Promise<void> {
  await dropDatabase(serverUrl, TEMPLATE);
  const dataSource = createDataSource(urlOf(serverUrl, TEMPLATE), { poolSize: 2 });
  if (isCluster()) {
    await createClusterDatabase(serverUrl, TEMPLATE);
    await dataSource.initialize();
    await migrateCitus(dataSource, SHARDS).finally(() => dataSource.destroy());
    await closeDatabase(serverUrl, TEMPLATE);
  } else {
    await onServer(serverUrl, (client) => client.query(`create database ${TEMPLATE}`));
    await migrateUp(dataSource);
  }
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  if (isCluster()) await closeDatabase(serverUrl, name);
  for (const node of nodesOf(serverUrl)) {
    const drop = (): Promise<unknown> =>
      onServer(node, (client) => client.query(`drop database if exists ${name} with (force)`));
    // The daemon of Citus may take some time to end.
    await (isCluster() ? eventually(drop, DROP_PATIENCE_MS) : drop());
  }
}

export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

export async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // The query that is under way fails, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
