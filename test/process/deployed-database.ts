import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { onServer, SERVER_VARIABLE } from '../support/postgres.js';
import { createBareDatabase } from '../support/test-database.js';

export interface DeployedDatabase {
  /** For migrations. */
  readonly ownerUrl: string;
  /** For the service. */
  readonly serviceUrl: string;
  drop(): Promise<void>;
}

/** An empty database with the roles that deploy/postgres/roles.sql creates, under unique names. */
export async function createDeployedDatabase(): Promise<DeployedDatabase> {
  const database = await createBareDatabase();
  const suffix = randomBytes(6).toString('hex');
  const names = { owner: `owner_${suffix}`, service: `service_${suffix}` };
  await createRoles(database.url, names);
  const drop = async (): Promise<void> => {
    await database.drop();
    const server = process.env[SERVER_VARIABLE] ?? '';
    await onServer(server, (client) => client.query(`drop role ${names.owner}, ${names.service}`));
  };
  return {
    ownerUrl: urlFor(database.url, names.owner),
    serviceUrl: urlFor(database.url, names.service),
    drop,
  };
}

/** Runs deploy/postgres/roles.sql on a database. */
export async function createRoles(url: string, names: RoleNames): Promise<void> {
  const script = rolesScript(new URL(url).pathname.slice(1), names);
  await onServer(url, (client) => client.query(script));
}

interface RoleNames {
  readonly owner: string;
  readonly service: string;
}

/** The script as psql executes it: without psql's own commands, and with the variables replaced. */
function rolesScript(database: string, names: RoleNames): string {
  return readFileSync('deploy/postgres/roles.sql', 'utf8')
    .replace(/^\\.*$/gm, '')
    .replaceAll(':"DBNAME"', `"${database}"`)
    .replace(/:'\w+'/g, "'secret'")
    .replaceAll('headroom_owner', names.owner)
    .replaceAll('headroom_service', names.service);
}

function urlFor(url: string, role: string): string {
  const own = new URL(url);
  own.username = role;
  own.password = 'secret';
  return own.toString();
}
