import { GivenDatabase } from './given-database.mjs';
import { Postgres } from './postgres.mjs';
import { distribute, migrate } from './service.mjs';

/**
 * The database of a run, not started yet: one of its own on the server that TEST_DATABASE_URL names, else on a server of its own.
 * PROVE_TEMPLATE names a database of that server which has the service's tables already: it is copied.
 */
export function newDatabase() {
  const { TEST_DATABASE_URL: given, PROVE_TEMPLATE: template } = process.env;
  return given ? new GivenDatabase(given, template) : new Postgres();
}

/** Starts a database with the service's tables, which are distributed in a cluster. */
export async function startDatabase(database, directory) {
  await database.start(directory);
  if (!database.isCopy) await migrate(database.url);
  if (database.isCluster) await distribute(database.url);
}
