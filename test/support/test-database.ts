import { randomBytes } from 'node:crypto';
import { nodesOf } from './cluster.js';
import { dropDatabase, onServer, SERVER_VARIABLE, TEMPLATE, urlOf } from './postgres.js';

export interface TestDatabase {
  readonly url: string;
  /** Works also while connections are open: it cuts them. */
  drop(): Promise<void>;
}

/** A new database with the current schema and no rows. On a Citus cluster each node has a part. */
export function createTestDatabase(): Promise<TestDatabase> {
  // Bypasses the write-ahead log, to which PostgreSQL by default writes each page of the copy.
  return create(nodesOf, `template ${TEMPLATE} strategy file_copy`);
}

/** A new database without any schema, on one server. */
export function createBareDatabase(): Promise<TestDatabase> {
  return create((server) => [server], '');
}

async function create(nodes: (server: string) => readonly string[], origin: string): Promise<TestDatabase> {
  const server = process.env[SERVER_VARIABLE];
  if (!server) throw new Error('no test server: run the tests with jest, whose global set-up starts it');
  const name = `test_${randomBytes(8).toString('hex')}`;
  for (const node of nodes(server)) {
    await onServer(node, (client) => client.query(`create database ${name} ${origin}`));
  }
  return { url: urlOf(server, name), drop: () => dropDatabase(server, name) };
}
