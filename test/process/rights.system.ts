import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { onServer } from '../support/postgres.js';
import { createBareDatabase } from '../support/test-database.js';
import { createDeployedDatabase, createRoles, type DeployedDatabase } from './deployed-database.js';
import { endAll, runProgram, startProcess } from './service-process.js';

let database: DeployedDatabase;
beforeAll(async () => {
  database = await createDeployedDatabase();
});
afterAll(async () => {
  endAll();
  await database.drop();
});

/** Without the default privileges that deploy/postgres/roles.sql gives to the tables of the owner. */
async function migrateWithoutGrants(): Promise<void> {
  const { username: role } = new URL(database.serviceUrl);
  const migrated = await runProgram('src/database/migrate.cli.js', ['up'], {
    DATABASE_URL: database.ownerUrl,
  });
  expect(migrated).toMatchObject({ status: 0 });
  await onServer(database.ownerUrl, (client) =>
    client.query(`revoke all on all tables in schema public from ${role}`),
  );
}

it('a service whose role lacks the rights says so, and does not repeat it all the time', async () => {
  const service = await startProcess({
    DATABASE_URL: database.serviceUrl,
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  });
  await migrateWithoutGrants();
  const answer = await request(`${service.baseUrl}/readyz`);
  expect([answer.statusCode, await answer.body.json()]).toEqual([
    503,
    expect.objectContaining({ detail: expect.stringContaining('permission denied') }),
  ]);
  await pause(4_000);
  const { stdout } = await service.end('SIGTERM');
  const messages = stdout.split('\n').filter((line) => line.includes('permission denied for table'));
  const texts = messages.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(texts.length).toBeGreaterThan(0);
  expect(new Set(texts).size).toBe(texts.length);
});

// Regression: the script stopped at the roles that it found, so that a second database had no owner and no rights.
it('the roles of a server get a second database, as for the rehearsal of a restore', async () => {
  const second = await createBareDatabase();
  const [owner, service] = [database.ownerUrl, database.serviceUrl].map((url) => new URL(url));
  await createRoles(second.url, { owner: owner.username, service: service.username });
  for (const url of [owner, service]) url.pathname = new URL(second.url).pathname;
  const migrated = await runProgram('src/database/migrate.cli.js', ['up'], { DATABASE_URL: owner.href });
  expect(migrated).toMatchObject({ status: 0 });
  const rows = await onServer(service.href, (client) => client.query('select from zones'));
  expect(rows.rowCount).toBe(0);
  await second.drop();
});
