import { isContractRequest } from '../../src/http/paths.js';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { documentOf } from '../support/document.js';
import { SAMPLE } from '../../src/openapi/samples.js';
import { operationsOf } from '../northbound/api-schemas.js';
import { eventually } from '../support/eventually.js';
import { FakeOpenstack } from '../support/fake-openstack.js';
import { onServer, SERVER_VARIABLE } from '../support/postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { Canaries, everyRow, holds } from './canaries.js';
import { endAll, startProcess, type ServiceProcess } from './service-process.js';

/**
 * Places secrets wherever a secret can occur. Then sends every request and causes failures, at the most verbose log level. After that no
 * secret may be found anywhere.
 */

const canaries = new Canaries();
const role = `canary_${randomBytes(6).toString('hex')}`;
const key = randomBytes(32).toString('base64');
const passwords = {
  database: canaries.make('password of the database'),
  good: canaries.make('password of a provider'),
  wrong: canaries.make('password that a platform refuses'),
  malformed: canaries.make('password in a malformed body'),
  endpoint: canaries.make('user info of an endpoint'),
  callback: canaries.make('user info of a callback'),
  token: canaries.make('token for a receiver'),
  header: canaries.make('authorization header'),
  query: canaries.make('query parameter'),
};
canaries.add('credential key', key);

let database: TestDatabase;
let databaseUrl: string;
let cloud: FakeOpenstack;
let receiver: Server;
let service: ServiceProcess;
const received: string[] = [];
const answers: string[] = [];
const secretsTold: string[] = [];
const tokensSent: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await onServer(process.env[SERVER_VARIABLE] ?? '', (client) =>
    client.query(`create role ${role} superuser login password '${passwords.database}'`),
  );
  const url = new URL(database.url);
  url.username = role;
  url.password = passwords.database;
  databaseUrl = url.toString();
  cloud = await FakeOpenstack.start();
  cloud.password = passwords.good;
  receiver = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { authorization, ...headers } = incoming.headers;
      if (authorization) tokensSent.push(authorization);
      received.push(JSON.stringify(headers), incoming.url ?? '', Buffer.concat(chunks).toString());
      response.writeHead(received.length % 2 ? 500 : 204).end(authorization);
    });
  }).listen(0, '127.0.0.1');
  service = await startProcess(environment());
});

afterAll(async () => {
  endAll();
  await cloud.stop();
  receiver.close();
  await database.drop();
  await onServer(process.env[SERVER_VARIABLE] ?? '', (client) => client.query(`drop role ${role}`));
});

function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    CREDENTIAL_KEYS: `k1:${key}`,
    LOG_LEVEL: 'trace',
    DRAIN_SECONDS: '0',
    PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8',
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
    SIMULATED_BOOT_MILLISECONDS: '0',
    CALLBACK_RETRY_SECONDS: '0,0,0',
    ...more,
  };
}

/** Every request carries credentials that the service does not use. */
async function send(method: string, path: string, body?: string, type = 'application/json'): Promise<any> {
  const withKey = `${path}${path.includes('?') ? '&' : '?'}api_key=${passwords.query}`;
  const answer = await exchange(method, withKey, body, type);
  // Endpoints outside of the contract refuse unknown parameters, so the request is repeated without the parameter.
  return isContractRequest(method.toUpperCase(), path) ? answer : exchange(method, path, body, type);
}

async function exchange(method: string, path: string, body: string | undefined, type: string): Promise<any> {
  const answer = await request(service.baseUrl + path, {
    method: method.toUpperCase() as 'GET',
    headers: {
      'content-type': type,
      authorization: `Bearer ${passwords.header}`,
      'x-auth-token': passwords.header,
      cookie: `session=${passwords.header}`,
      'x-request-id': `bad id ${passwords.header}`,
    },
    body,
  });
  const text = await answer.body.text();
  const head = JSON.stringify(answer.headers);
  // The OpenAPI document contains an example of a secret.
  const told = path.includes('openapi') ? undefined : /"secret":"(whsec_[^"]+)"/.exec(text)?.[1];
  if (told) secretsTold.push(told);
  answers.push(head, told ? text.replace(told, '') : text);
  return text.startsWith('{') ? JSON.parse(text) : {};
}

function post(path: string, body: object): Promise<any> {
  return send('post', path, JSON.stringify(body));
}

function provider(more: object): object {
  const account = { username: 'operator', password: passwords.good, tenant: { name: 'demo' } };
  return { 'provider-type': 'openstack', endpoint: cloud.endpoint, zone: 'canary', ...account, ...more };
}

const CAPACITY = { cores: 8, ram: 16384, instances: 8, addresses: 8, gigabytes: 500, volumes: 8 };

it('registers, is refused, and asks for the impossible', async () => {
  const added = await post('/add-provider', provider({}));
  expect(added).toMatchObject({ result: 'ok', state: 'active' });
  const source = added['provider-id'];
  expect(await post('/increase-capacity', { source, capacity: CAPACITY })).toMatchObject({ result: 'ok' });
  const refused = provider({ password: passwords.wrong, region: 'other' });
  expect(await post('/add-provider', refused)).toMatchObject({ result: 'error' });
  const silent = { endpoint: 'http://127.0.0.1:9/v3', region: 'silent' };
  expect(await post('/add-provider', provider(silent))).toMatchObject({ state: 'pending' });
  const userInfo = cloud.endpoint.replace('://', `://operator:${passwords.endpoint}@`);
  expect(await post('/add-provider', provider({ endpoint: userInfo }))).toMatchObject({ result: 'error' });
  await post('/add-provider', provider({ 'provider-type': 'simulated', region: 'simulated' }));
  await post('/add-provider', provider({ password: { value: passwords.malformed } }));
  await post('/add-provider', provider({ password: [passwords.malformed], endpoint: passwords.malformed }));
  await post('/add-provider', provider({ password: passwords.malformed.repeat(100) }));
});

it('gets secrets from a platform that repeats its requests', async () => {
  cloud.intercept = ({ headers, content }) => ({
    status: 400,
    content: { error: { message: `no: ${JSON.stringify(content)} ${String(headers['x-auth-token'])}` } },
  });
  await post('/add-provider', provider({ tenant: { name: 'repeats' } }));
  cloud.revokeTokens();
  const { items } = await send('get', '/providers');
  for (const { providerId } of items) await send('post', `/providers/${providerId}/discover`);
  const created = await post('/create-instance', { name: 'n', image: 'i', flavor: 'm1.tiny' });
  expect(created).toMatchObject({ result: 'ok' });
  await eventually(async () => {
    const instance = await send('get', `/instances/${created['instance-id']}`);
    expect(JSON.stringify(instance)).toMatch(/error|failure|pending/);
  });
  cloud.intercept = () => undefined;
});

it('notifies, and is refused callbacks with secrets', async () => {
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const subscribe = (callbackUri: string, callbackToken?: string) =>
    post('/reservation/subscribe', { inputFilter: [], callbackUri, callbackToken });
  const { reservationChangeSubscriptionId: id } = await subscribe(`${address}/hook`, passwords.token);
  await subscribe(`${address}/hook`, `${passwords.token} malformed`);
  await send('patch', `/subscriptions/${id}`, JSON.stringify({ callbackToken: passwords.token }));
  await send('patch', `/subscriptions/${id}`, `{"callbackToken":"${passwords.token}`);
  await send('patch', `/subscriptions/${id}`, JSON.stringify({ callbackToken: [passwords.token] }));
  await subscribe(address.replace('://', `://me:${passwords.callback}@`));
  await subscribe(`https://${passwords.callback}@receiver.example/hook`);
  expect(secretsTold).toHaveLength(1);
  await send('post', `/subscriptions/${id}/rotate-secret`);
  expect(secretsTold).toHaveLength(2);
  await send('post', `/subscriptions/${id}/test`);
  await eventually(() => Promise.resolve(expect(received.length).toBeGreaterThan(3)), 60_000);
  expect(new Set(tokensSent)).toEqual(new Set([`Bearer ${passwords.token}`]));
  for (const list of ['/subscriptions', `/subscriptions/${id}`, `/subscriptions/${id}/deliveries`]) {
    await send('get', list);
  }
});

it('answers every operation there is, right, wrong and malformed', async () => {
  for (const { method, path, operation } of operationsOf(documentOf())) {
    const known = path.replace(/\{\w+\}/, SAMPLE.reservation);
    const examples = Object.values<any>(operation.requestBody?.content['application/json'].examples ?? {});
    const bodies = examples.map(({ value }) => ({ ...value, endpoint: cloud.endpoint, ...guarded(value) }));
    for (const body of bodies) await send(method, known, JSON.stringify(body));
    if (method !== 'post') await send(method, known);
    for (const broken of [
      `{"password":"${passwords.malformed}`,
      `{"password":"${passwords.malformed}"} trailing`,
      `["${passwords.malformed}"]`,
      `{"password":"${passwords.malformed}\\ud800"}`,
    ]) {
      await send(method, known, broken);
    }
    await send(method, known, `password=${passwords.malformed}`, 'application/x-www-form-urlencoded');
  }
  await send('get', '/no/such/path');
  await send('delete', '/add-provider');
});

/** Replaces passwords in examples by a secret that this test finds. */
function guarded(value: object): object {
  return 'password' in value ? { password: passwords.good } : {};
}

it('fails in unexpected ways', async () => {
  const rename = (from: string, to: string) =>
    onServer(database.url, (client) => client.query(`alter table providers rename column ${from} to ${to}`));
  await rename('sealed_password', 'gone');
  await post('/add-provider', provider({ tenant: { name: 'unforeseen' } }));
  expect(answers.at(-1)).toContain('internal-error');
  await rename('gone', 'sealed_password');
  await onServer(database.url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`),
  );
  await post('/add-provider', provider({ tenant: { name: 'cut' } }));
  // The failure is logged with the id and the route of the request, not with its path.
  const line =
    service
      .stdout()
      .split('\n')
      .find((text) => text.includes('a request failed')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({
    method: 'POST',
    route: '/add-provider',
    requestId: expect.any(String),
  });
});

it('does not start, and says why', async () => {
  const mistakes: readonly [variable: string, value: string][] = [
    ['DATABASE_URL', databaseUrl.replace(/\/\w+$/, '/no_such_database')],
    ['DATABASE_URL', databaseUrl.replace('postgres', 'mysql')],
    ['DATABASE_URL', `${passwords.database}@somewhere`],
    ['CREDENTIAL_KEYS', key],
    ['CALLBACK_DEFAULT_URI', `ftp://me:${passwords.callback}@receiver.example`],
  ];
  for (const [variable, value] of mistakes) {
    const said = await startProcess(environment({ [variable]: value })).then(
      () => 'it has started',
      (error: Error) => error.message,
    );
    expect(said).toContain(`${variable}: `);
    answers.push(said);
  }
});

it('has revealed none of the secrets', async () => {
  await send('get', '/metrics');
  expect(answers.at(-1)).toContain('headroom_database_up 1');
  await send('get', '/openapi.json');
  const { stdout, stderr } = await service.end('SIGTERM');
  secretsTold.forEach((secret, index) => canaries.add(`secret ${index + 1} of a subscription`, secret));
  const keystone = cloud.requests.map(({ headers }) => headers['x-auth-token']).find(Boolean);
  canaries.add('token of a platform', String(keystone));

  expect(keystone).toBeDefined();
  expect(stdout).toContain('"level":"debug"');
  const places = new Map([
    ['standard output', stdout],
    ['standard error', stderr],
    ['answers', answers.join('\n')],
    ['notifications', received.join('\n')],
    ...(await everyRow(database.url)),
  ]);
  const found = [...places].flatMap(([place, text]) => canaries.in(text).map((name) => `${name}: ${place}`));
  expect(found).toEqual([]);
  expect(places.get('providers')).toContain('sealed_password');
});

it('would find a secret', () => {
  const secret = passwords.good;
  const basic = Buffer.from(`operator:${secret}`).toString('base64');
  for (const text of [secret, encodeURIComponent(secret), basic, Buffer.from(secret).toString('hex')]) {
    expect(holds(`some ${text} text`, secret)).toBe(true);
  }
  expect(holds('nothing of the sort', secret)).toBe(false);
});
