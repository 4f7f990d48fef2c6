import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDataSource } from '../../dist/src/database/data-source.js';
import { EmbeddedPostgres } from '../../dist/src/database/embedded-postgres.js';
import { migrateUp } from '../../dist/src/database/migrate.js';

/**
 * A durable PostgreSQL (fsync, synchronous commit, full page writes: all on) for one benchmark, gone after it.
 * BENCH_DIRECTORY says where its files go; a directory in memory would make the commits free.
 */
export async function startPostgres() {
  const directory = mkdtempSync(join(process.env.BENCH_DIRECTORY ?? tmpdir(), 'headroom-bench-'));
  const postgres = await EmbeddedPostgres.start({ directory, durable: true, maxConnections: 200 });
  const version = await onDatabase(postgres.urlOf('postgres'), async (client) => {
    const { rows } = await client.query('show server_version');
    return rows[0].server_version;
  });
  return {
    version,
    pid: postgres.pid,
    directory,
    urlOf: (database) => postgres.urlOf(database),
    /** Makes a database with the current schema in it, and gives its URL. */
    createDatabase: async (name) => {
      await onDatabase(postgres.urlOf('postgres'), (client) => client.query(`create database ${name}`));
      await migrateUp(createDataSource(postgres.urlOf(name), { poolSize: 2 }));
      return postgres.urlOf(name);
    },
    stop: async () => {
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs work on a connection of its own. */
export async function onDatabase(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const SYNCS = 200;

/** Milliseconds to get one page safely onto the disk that holds a directory, at the median. */
export function syncMilliseconds(directory) {
  const file = join(directory, 'sync-probe');
  const descriptor = openSync(file, 'w');
  const page = Buffer.alloc(8192, 1);
  const times = [];
  for (let i = 0; i < SYNCS; i++) {
    const begun = performance.now();
    writeSync(descriptor, page);
    fdatasyncSync(descriptor);
    times.push(performance.now() - begun);
  }
  closeSync(descriptor);
  rmSync(file);
  return times.sort((a, b) => a - b)[SYNCS / 2];
}
