import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { request } from 'undici';
import { eventually } from '../support/eventually.js';
import { freePorts } from '../support/ports.js';
import { endAll, runProgram, startProcess, type ServiceProcess } from './service-process.js';

// Debian's PostgreSQL, because the embedded one comes without pg_dump. It is also the oldest version that the schema supports.
const BIN = '/usr/lib/postgresql/15/bin';
const hasServer = existsSync(join(BIN, 'initdb'));
if (!hasServer)
  console.warn('PostgreSQL 15 is not installed (apt-get install postgresql-15): its tests are left out');
const withServer = hasServer ? it : it.todo.bind(it);

const directory = mkdtempSync(join(tmpdir(), 'headroom-backup-'));
let server: ChildProcess | undefined;
let url: string;

function uidOf(user: string): number {
  return Number(execFileSync('id', ['-u', user]).toString());
}

beforeAll(async () => {
  if (!hasServer) return;
  const asRoot = process.getuid?.() === 0 ? { uid: uidOf('postgres'), gid: uidOf('postgres') } : {};
  if (asRoot.uid !== undefined) execFileSync('chown', ['postgres', directory]);
  const data = join(directory, 'data');
  execFileSync(join(BIN, 'initdb'), ['-D', data, '-U', 'owner', '--auth=trust'], {
    ...asRoot,
    cwd: directory,
  });
  const [port] = await freePorts(1);
  const options = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
  server = spawn(join(BIN, 'postgres'), [...options, '-c', `unix_socket_directories=${directory}`], {
    ...asRoot,
    cwd: directory,
    stdio: 'ignore',
  });
  url = `postgres://owner@127.0.0.1:${port}/postgres`;
  await eventually(() => query('select 1'));
});
afterAll(() => {
  endAll();
  server?.kill('SIGINT');
  rmSync(directory, { recursive: true, force: true });
});

async function query(text: string): Promise<any[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function commands(): Readonly<Record<string, string | undefined>> {
  return {
    PATH: process.env.PATH,
    PG_DUMP: `${BIN}/pg_dump --dbname ${url}`,
    PG_RESTORE: `${BIN}/pg_restore`,
    PSQL: `${BIN}/psql ${url}`,
  };
}

function script(name: string, parameters: readonly string[]): string {
  const env = commands();
  return execFileSync(join('deploy', name), parameters, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString();
}

const start = (): Promise<ServiceProcess> =>
  startProcess({
    DATABASE_URL: url,
    AUTH: 'none',
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  });

async function operation(service: ServiceProcess, name: string, body: object): Promise<any> {
  const { body: answer } = await request(`${service.baseUrl}/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

withServer(
  'a restored backup has what was promised when it was made, and its audit finds nothing',
  async () => {
    expect(await runProgram('src/database/migrate.cli.js', ['up'], { DATABASE_URL: url })).toMatchObject({
      status: 0,
    });
    const first = await start();
    const provider = await operation(first, 'add-provider', {
      'provider-type': 'simulated',
      endpoint: 'http://one.example:5000/v3',
      username: 'operator',
      password: 'secret',
      region: 'one',
    });
    const source = provider['provider-id'];
    await operation(first, 'increase-capacity', { source, capacity: { cores: '8', instances: '4' } });
    const reserve = (service: ServiceProcess) =>
      operation(service, 'create-reservation', { zone: 'one', capacity: { cores: '4', instances: '2' } });
    const kept = await reserve(first);
    expect(kept.result).toBe('ok');

    expect(script('backup', [join(directory, 'dumps')])).toMatch(/\d+ tables, \d+ bytes/);
    const [dump] = readdirSync(join(directory, 'dumps'));
    expect((await reserve(first)).result).toBe('ok');
    expect(() => script('restore', [join(directory, 'dumps', dump)])).toThrow(/stop the service first/);
    await first.end('SIGTERM');

    const restored = script('restore', [join(directory, 'dumps', dump)]);
    expect(restored).toContain('has 0 findings');
    // Regression: servers that consumers used were removed after a restore, and nothing had said so.
    expect(restored).toContain('it removes the servers of all instances created since the dump');
    expect(await query('select id from reservations')).toEqual([{ id: kept['reservation-id'] }]);
    const second = await start();
    expect((await reserve(second)).result).toBe('ok');
    expect(await reserve(second)).toMatchObject({ result: 'conflict' });
    await second.end('SIGTERM');
  },
);

withServer('a backup of an earlier release is restored into the schema of a later one', async () => {
  const migrate = (command: string) =>
    runProgram('src/database/migrate.cli.js', [command], { DATABASE_URL: url });
  const isThere = async () =>
    (await query(`select to_regclass('address_entries') is not null as found`))[0].found as boolean;
  expect(await migrate('up')).toMatchObject({ status: 0 });
  // A table that refers to others, and which the earlier release does not have.
  while (await isThere()) expect(await migrate('down')).toMatchObject({ status: 0 });
  script('backup', [join(directory, 'earlier')]);
  const [dump] = readdirSync(join(directory, 'earlier'));
  expect(await migrate('up')).toMatchObject({ status: 0 });

  expect(script('restore', [join(directory, 'earlier', dump)])).toContain('has 0 findings');
  expect(await isThere()).toBe(false);
  expect(await migrate('up')).toMatchObject({ status: 0 });
  expect(await isThere()).toBe(true);
});

withServer('a backup that is cut off leaves the database as it was', async () => {
  expect(await runProgram('src/database/migrate.cli.js', ['up'], { DATABASE_URL: url })).toMatchObject({
    status: 0,
  });
  script('backup', [join(directory, 'cut')]);
  const [dump] = readdirSync(join(directory, 'cut'));
  const file = join(directory, 'cut', dump);
  truncateSync(file, Math.floor(statSync(file).size * 0.8));
  const zones = await query('select * from zones');
  expect(() => script('restore', [file])).toThrow(/the database is as it was/);
  expect(await query('select * from zones')).toEqual(zones);
});

// Regression: it ended with the status of psql, which was also that of findings, and without a word.
withServer('a restore that the database refuses leaves it as it was, and says so', async () => {
  expect(await runProgram('src/database/migrate.cli.js', ['up'], { DATABASE_URL: url })).toMatchObject({
    status: 0,
  });
  script('backup', [join(directory, 'refused')]);
  const [dump] = readdirSync(join(directory, 'refused'));
  const zones = await query('select * from zones');
  const restored = spawnSync(join('deploy', 'restore'), [join(directory, 'refused', dump)], {
    env: { ...commands(), PG_RESTORE: 'echo select 1/0;' },
  });
  expect(restored.stderr.toString()).toContain('could not be restored; the database is as it was');
  expect(restored.status).toBe(1);
  expect(await query('select * from zones')).toEqual(zones);
});

// Regression: the next migration failed, and nothing said why.
withServer('a restore says whether the owner of the tables can migrate the database', async () => {
  expect(await runProgram('src/database/migrate.cli.js', ['up'], { DATABASE_URL: url })).toMatchObject({
    status: 0,
  });
  await query('create role migrator');
  await query('alter table schema_migrations owner to migrator');
  script('backup', [join(directory, 'owned')]);
  const [dump] = readdirSync(join(directory, 'owned'));
  const restored = spawnSync(join('deploy', 'restore'), [join(directory, 'owned', dump)], {
    env: commands(),
  });
  expect(restored.stderr.toString()).toContain(`migrator, who owns the tables, can't migrate this database`);
  expect(restored.status).toBe(0);
});
