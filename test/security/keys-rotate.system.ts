import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { endAll, runProgram, startProcess, type ServiceProcess } from '../process/service-process.js';
import { onServer } from '../support/postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const [A, B, C] = ['a', 'b', 'c'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  endAll();
  await database.drop();
});

const withKeys = (...keys: string[]) => ({ DATABASE_URL: database.url, CREDENTIAL_KEYS: keys.join(',') });
const rotate = (environment: NodeJS.ProcessEnv, ...parameters: string[]) =>
  runProgram('src/security/rotate-keys.cli.js', parameters, environment);

async function register({ baseUrl }: ServiceProcess, name: string): Promise<string> {
  const { body } = await request(baseUrl)
    .post('/add-provider')
    .send({
      'provider-type': 'simulated',
      endpoint: `http://${name}.example`,
      username: 'operator',
      password: 'correct horse',
    });
  expect(body.result).toBe('ok');
  return body['provider-id'] as string;
}

const discover = async ({ baseUrl }: ServiceProcess, id: string) =>
  (await request(baseUrl).post(`/providers/${id}/discover`).expect(200)).body;

async function subscribe({ baseUrl }: ServiceProcess): Promise<string> {
  const { body } = await request(baseUrl)
    .post('/reservation/subscribe')
    .send({ inputFilter: [], callbackUri: 'https://consumer.example', callbackToken: 'hush' });
  expect(body).toHaveProperty('reservationChangeSubscriptionId');
  return body.reservationChangeSubscriptionId as string;
}

it('re-wraps while the service runs, which goes on reading and sealing; then the old key can go', async () => {
  const service = await startProcess(withKeys(A, B));
  const ids = [await register(service, 'one'), await register(service, 'two')];
  await subscribe(service);
  const { status, stdout, stderr } = await rotate(withKeys(B, A));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain("provider passwords: 2 brought under 'b', 0 were already, 0 unreadable\n");
  expect(stdout).toMatch(/^subscription secrets: 1 brought under 'b', 0 were already, 0 unreadable$/m);
  expect(stdout).toMatch(/^callback tokens: 1 brought under 'b', 0 were already, 0 unreadable$/m);
  for (const id of ids) expect(await discover(service, id)).toMatchObject({ state: 'active' });
  await register(service, 'three');
  expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });

  const again = await rotate(withKeys(B, A));
  expect(again.stdout).toContain("provider passwords: 1 brought under 'b', 2 were already, 0 unreadable\n");
  const successor = await startProcess(withKeys(B));
  for (const id of ids) expect(await discover(successor, id)).toMatchObject({ state: 'active' });
  await successor.end('SIGTERM');
});

it('says which secret can not be read, brings on the others, and fails', async () => {
  const service = await startProcess(withKeys(A));
  const [damaged] = [await register(service, 'one'), await register(service, 'two')];
  await service.end('SIGTERM');
  await onServer(database.url, (client) =>
    client.query(
      `update providers set sealed_password = overlay(sealed_password placing 'AAAA' from 10 for 4) where id = $1`,
      [damaged],
    ),
  );
  const { status, stdout, stderr } = await rotate(withKeys(B, A));
  expect(status).toBe(1);
  expect(stdout).toContain("provider passwords: 1 brought under 'b', 0 were already, 1 unreadable\n");
  expect(stderr).toContain(damaged);
  const successor = await startProcess(withKeys(B, A));
  expect(await discover(successor, damaged)).toMatchObject({
    state: 'error',
    lastError: expect.stringContaining('its password'),
  });
  await successor.end('SIGTERM');
});

// Regression: more secrets were sealed under the wrong key, and afterwards neither key was refused.
it('a service is not started with another key of the name under which it would seal, even for one secret', async () => {
  const service = await startProcess(withKeys(A));
  await register(service, 'one');
  await service.end('SIGTERM');
  const impostor = `a:${randomBytes(32).toString('base64')}`;
  const { status, stderr } = await runProgram('src/main.js', [], { ...withKeys(impostor), PORT: '0' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(
      "CREDENTIAL_KEYS has another key 'a' than the one under which 1 provider",
    ),
  });
});

it('a service is not started without a key that is needed, or with another one of its name', async () => {
  const service = await startProcess(withKeys(A));
  await register(service, 'one');
  await register(service, 'two');
  await service.end('SIGTERM');
  const impostor = `a:${randomBytes(32).toString('base64')}`;
  const what =
    'under which 2 provider passwords are sealed; add that key again, or see docs/runbook.md if it is lost\n';
  const refusals: [string[], string][] = [
    [[B], `CREDENTIAL_KEYS lacks the key 'a', ${what}`],
    [[B, impostor], `CREDENTIAL_KEYS has another key 'a' than the one ${what}`],
  ];
  for (const [keys, complaint] of refusals) {
    const environment = { ...withKeys(...keys), PORT: '0' };
    const { status, stdout, stderr } = await runProgram('src/main.js', [], environment);
    expect({ status, stderr }).toEqual({ status: 1, stderr: complaint });
    expect(stdout).not.toContain('listening');
    for (const key of [A, ...keys]) expect(stdout).not.toContain(key.split(':')[1]);
  }
  const { status, stderr } = await rotate(withKeys(B));
  expect(status).toBe(1);
  expect(stderr).toContain("the key 'a', which is not configured");
  const successor = await startProcess(withKeys(B, A));
  await successor.end('SIGTERM');
});

it('gives up what a lost key has sealed, and nothing else, so that the service starts without it', async () => {
  const [first, second] = [await startProcess(withKeys(A, B)), await startProcess(withKeys(B, A))];
  const kept = await register(first, 'kept');
  const lost = [await register(second, 'one'), await register(second, 'two')];
  const subscription = await subscribe(second);
  for (const service of [first, second]) await service.end('SIGTERM');

  for (const other of [[], ['--forget-unreadable', 'a']]) {
    const { status, stdout } = await rotate(withKeys(A), ...other);
    expect(status).toBe(1);
    expect(stdout).toContain("provider passwords: 0 brought under 'a', 1 were already, 2 unreadable\n");
  }
  const { status, stdout, stderr } = await rotate(withKeys(A), '--forget-unreadable', 'b');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(
    "provider passwords: 0 brought under 'a', 1 were already, 0 unreadable, 2 given up\n",
  );
  for (const id of lost) expect(stdout).toContain(`that of ${id} was given up: register the provider again`);
  expect(stdout).toContain(`subscription secrets: that of ${subscription} was given up`);
  expect(stdout).toContain(`callback tokens: that of ${subscription} was given up`);

  const successor = await startProcess(withKeys(A));
  expect(await discover(successor, kept)).toMatchObject({ state: 'active' });
  for (const id of lost) {
    expect(await discover(successor, id)).toMatchObject({
      state: 'error',
      lastError: 'its password: the secret was given up after the loss of its key',
    });
  }
  expect(await register(successor, 'one')).toBe(lost[0]);
  expect(await discover(successor, lost[0])).toMatchObject({ state: 'active' });
  await request(successor.baseUrl).post(`/subscriptions/${subscription}/rotate-secret`).expect(200);
  await successor.end('SIGTERM');
  expect(await rotate(withKeys(C, A))).toMatchObject({ status: 0, stderr: '' });
});

it('reaches the embedded database of a running service, and that of a stopped one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-keys-'));
  const embedded = (...keys: string[]) => ({
    DATA_DIR: directory,
    CREDENTIAL_KEYS: keys.join(','),
    DEMO: 'off',
  });
  const service = await startProcess(embedded(A, B));
  const id = await register(service, 'one');
  expect(await rotate(embedded(B, A))).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("provider passwords: 1 brought under 'b'"),
  });
  expect(await discover(service, id)).toMatchObject({ state: 'active' });
  await service.end('SIGTERM');
  expect(await rotate(embedded(C, B))).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("provider passwords: 1 brought under 'c'"),
  });
  rmSync(directory, { recursive: true });
});
