import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EMBEDDED_DATABASE } from './embedded-postgres.js';
import { SUPERUSER } from './postgres-cluster.js';
import { isAlive, numberIn, servesCluster } from './postgres-leftovers.js';

/** The line of PostgreSQL's lock file that holds its port. */
const PORT_LINE = 3;

/**
 * The URL of the embedded PostgreSQL of a running service, for a program that runs beside the service; undefined if
 * none runs in the directory. It contains the password: don't log it.
 */
export function runningPostgresUrl(directory: string): string | undefined {
  const cluster = resolve(directory, 'cluster');
  const lockFile = join(cluster, 'postmaster.pid');
  const pid = numberIn(lockFile);
  if (pid === undefined || !isAlive(pid) || !servesCluster(pid, cluster)) return undefined;
  const port = Number(readFileSync(lockFile, 'utf8').split('\n').at(PORT_LINE));
  if (!Number.isInteger(port)) return undefined;
  const password = readFileSync(join(directory, 'superuser.password'), 'utf8').trim();
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${EMBEDDED_DATABASE}`;
}
