import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { onServer } from '../support/postgres.js';
import { createDeployedDatabase, type DeployedDatabase } from './deployed-database.js';
import { endAll, runProgram, startProcess, type ServiceProcess } from './service-process.js';

// The order of docker-compose.yml: roles, migrate, then the service, here with two processes.
const directory = mkdtempSync(join(tmpdir(), 'headroom-deployment-'));
const secret = (name: string, content: string): string => {
  writeFileSync(join(directory, name), `${content}\n`);
  return join(directory, name);
};

let database: DeployedDatabase;
let environment: NodeJS.ProcessEnv;
let services: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createDeployedDatabase();
  environment = {
    DATABASE_URL_FILE: secret('service_url', database.serviceUrl),
    CREDENTIAL_KEYS_FILE: secret('credential_keys', `k1:${Buffer.alloc(32, 1).toString('base64')}`),
  };
});
afterAll(async () => {
  endAll();
  await database.drop();
  rmSync(directory, { recursive: true });
});

const migrate = (command: string) =>
  runProgram('src/database/migrate.cli.js', [command], {
    DATABASE_URL_FILE: secret('owner_url', database.ownerUrl),
  });

async function get(service: ServiceProcess, path: string) {
  const answer = await request(service.baseUrl + path);
  return { status: answer.statusCode, body: (await answer.body.json()) as any };
}

async function operation(service: ServiceProcess, name: string, body: object): Promise<any> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await request(`${service.baseUrl}/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return answer.body.json();
}

it('starts before the migrations, and says that it is not ready', async () => {
  const early = await startProcess(environment);
  expect(await get(early, '/livez')).toMatchObject({ status: 200 });
  expect(await get(early, '/readyz')).toMatchObject({ status: 503, body: { code: 'migrations-pending' } });
  expect(await migrate('status')).toMatchObject({ status: 1, stdout: expect.stringContaining('pending') });

  expect(await migrate('up')).toMatchObject({ status: 0, stdout: expect.stringContaining('applied') });

  expect(await get(early, '/readyz')).toMatchObject({ status: 200 });
  expect(await migrate('up')).toMatchObject({ status: 0, stdout: 'nothing to apply\n' });
  expect(await migrate('status')).toMatchObject({ status: 0 });
  expect(await early.end('SIGTERM')).toMatchObject({ status: 0 });
});

it('gives consistent answers from several processes', async () => {
  services = await Promise.all([startProcess(environment), startProcess(environment)]);
  const [one, other] = services;
  for (const service of services) expect(await get(service, '/readyz')).toMatchObject({ status: 200 });

  const added = await operation(one, 'add-provider', {
    'provider-type': 'simulated',
    endpoint: 'http://cloud.example:5000/v3',
    username: 'operator',
    password: 'correct horse',
    region: 'north',
  });
  const capacity = { cores: '8' };
  await operation(other, 'increase-capacity', { source: added['provider-id'], capacity });
  const reserved = await operation(one, 'create-reservation', { zone: 'north', capacity });
  expect(reserved).toMatchObject({ result: 'ok' });

  expect(await get(other, `/reservations/${reserved['reservation-id']}`)).toMatchObject({ status: 200 });
  expect(await operation(other, 'create-reservation', { zone: 'north', capacity })).toMatchObject({
    result: 'conflict',
  });
});

it('runs under a role that can not change the schema', async () => {
  const attempt = onServer(database.serviceUrl, (client) => client.query('drop table zones'));
  await expect(attempt).rejects.toMatchObject({ code: '42501' });
  const creation = onServer(database.serviceUrl, (client) => client.query('create table loot ()'));
  await expect(creation).rejects.toMatchObject({ code: '42501' });
});

it('shuts down in order on request, without messages for people in its log', async () => {
  for (const service of services) {
    const { status, stdout, stderr } = await service.end('SIGTERM');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).level)).not.toContain('error');
    expect(stdout).not.toContain('correct horse');
  }
});

it('takes the schema back', async () => {
  expect(await migrate('down')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^took back /) });
  expect(await migrate('status')).toMatchObject({ status: 1 });
});
