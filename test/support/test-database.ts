import { randomBytes } from 'node:crypto';
import { onServer, SERVER_VARIABLE, TEMPLATE, urlOf } from './postgres.js';

export interface TestDatabase {
  readonly url: string;
  /** Also while connections are open: they are cut. */
  drop(): Promise<void>;
}

/** A database of the caller's own with the current schema and nothing in it. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(`template ${TEMPLATE}`);
}

/** A database of the caller's own without any schema. */
export function createBareDatabase(): Promise<TestDatabase> {
  return create('');
}

async function create(origin: string): Promise<TestDatabase> {
  const server = process.env[SERVER_VARIABLE];
  if (!server) throw new Error('no test server: run the tests with jest, whose global set-up starts it');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} ${origin}`));
  const drop = async (): Promise<void> => {
    await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { url: urlOf(server, name), drop };
}
