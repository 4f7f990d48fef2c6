import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDataSource } from '../../dist/src/database/data-source.js';
import { EmbeddedPostgres } from '../../dist/src/embedded-postgres/embedded-postgres.js';
import { migrateUp } from '../../dist/src/database/migrate.js';

/**
 * The PostgreSQL of one benchmark: a durable one (fsync, synchronous commit, full page writes: all on) that is gone after
 * it, or databases on the server that BENCH_SERVER names, dropped after it. BENCH_TEMPLATE names a database of that server
 * that has the current schema: it is copied.
 */
export async function startPostgres() {
  const { BENCH_SERVER: url, BENCH_TEMPLATE: template } = process.env;
  const server = url
    ? { urlOf: (database) => urlWith(url, database), stop: () => undefined }
    : await startOwn();
  const administer = (text) => onDatabase(server.urlOf('postgres'), (client) => client.query(text));
  const { rows } = await administer('show server_version');
  const created = new Set();
  const nameOf = (database) => `bench_${process.pid}_${database}`;
  const create = async (database, origin = '') => {
    await administer(`create database ${nameOf(database)} ${origin}`);
    created.add(database);
    return server.urlOf(nameOf(database));
  };
  const copy = (original, database) => create(database, `template ${original} strategy file_copy`);
  const dropDatabase = async (database) => {
    created.delete(database);
    await administer(`drop database ${nameOf(database)} with (force)`);
  };
  return {
    version: rows[0].server_version,
    /** The process of an own one, and where its files are. */
    pid: server.pid,
    directory: server.directory,
    administer,
    createEmptyDatabase: (database) => create(database),
    dropDatabase,
    /** Makes a database with the current schema in it, and gives its URL. */
    createDatabase: async (database) => {
      if (template) return copy(template, database);
      const url = await create(database);
      await migrateUp(createDataSource(url, { poolSize: 2 }));
      return url;
    },
    /** Makes a copy of a database that nobody uses, and gives its URL. */
    copyDatabase: (original, database) => copy(nameOf(original), database),
    stop: async () => {
      for (const database of created) await dropDatabase(database);
      await server.stop();
    },
  };
}

/** BENCH_DIRECTORY says where the files go; a directory in memory would make the commits free. */
async function startOwn() {
  const directory = mkdtempSync(join(process.env.BENCH_DIRECTORY ?? tmpdir(), 'headroom-bench-'));
  const postgres = await EmbeddedPostgres.start({ directory, durable: true, maxConnections: 400 });
  const stop = async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { pid: postgres.pid, directory, urlOf: (database) => postgres.urlOf(database), stop };
}

function urlWith(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
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
