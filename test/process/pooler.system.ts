import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { request } from 'undici';
import { eventually } from '../support/eventually.js';
import { freePorts } from '../support/ports.js';
import { createDeployedDatabase, type DeployedDatabase } from './deployed-database.js';
import { endAll, runProgram, startProcess } from './service-process.js';

const version = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version']).stdout?.toString() ?? '');
const keepsStatements = version !== null && (Number(version[1]) > 1 || Number(version[2]) >= 21);
if (!version) console.warn('pgbouncer is not installed (apt-get install pgbouncer): its tests are left out');
const withPooler = version ? it : it.todo.bind(it);

const directory = mkdtempSync(join(tmpdir(), 'headroom-pooler-'));
chmodSync(directory, 0o755);
const children: ChildProcess[] = [];
let database: DeployedDatabase;

beforeAll(async () => {
  database = await createDeployedDatabase();
});
afterAll(async () => {
  endAll();
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
  rmSync(directory, { recursive: true });
});

/** Starts a PgBouncer in front of the database. The returned function gives a role's URL through it. */
async function pooler(mode: 'session' | 'transaction'): Promise<(url: string) => string> {
  const [port] = await freePorts(1);
  const { hostname, port: target, pathname } = new URL(database.serviceUrl);
  const users = [database.ownerUrl, database.serviceUrl].map((url) => `"${new URL(url).username}" "secret"`);
  writeFileSync(join(directory, 'users.txt'), `${users.join('\n')}\n`);
  const name = pathname.slice(1);
  const file = join(directory, `${mode}.ini`);
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(directory, 'users.txt')}`,
    `pool_mode = ${mode}`,
    'server_login_retry = 1',
    ...(keepsStatements ? ['max_prepared_statements = 500'] : []),
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  children.push(spawn('pgbouncer', [...asNobody, file], { stdio: 'ignore' }));
  const through = (url: string): string => {
    const own = new URL(url);
    own.host = `127.0.0.1:${port}`;
    return own.toString();
  };
  await eventually(async () => {
    const client = new Client(through(database.serviceUrl));
    await client.connect();
    await client.end();
  });
  return through;
}

const environment = (url: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  AUTH: 'none',
  CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
});

describe('behind PgBouncer', () => {
  withPooler('migrates and serves in session mode, with the settings of the role', async () => {
    const through = await pooler('session');
    const owner = { DATABASE_URL: through(database.ownerUrl), DATABASE_SETTINGS: 'role' };
    const runs = [1, 2].map(() => runProgram('src/database/migrate.cli.js', ['up'], owner));
    for (const { status, stderr } of await Promise.all(runs)) expect([status, stderr]).toEqual([0, '']);
    const service = await startProcess({
      ...environment(through(database.serviceUrl)),
      DATABASE_SETTINGS: 'role',
    });
    const ready = await request(`${service.baseUrl}/readyz`);
    expect([ready.statusCode, await ready.body.json()]).toEqual([200, { status: 'ok' }]);
    expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });
  });

  withPooler('migrates in transaction mode, and leaves none of its settings to other clients', async () => {
    const through = await pooler('transaction');
    const url = through(database.ownerUrl);
    for (const command of ['down', 'up']) {
      const run = await runProgram('src/database/migrate.cli.js', [command], {
        DATABASE_URL: url,
        DATABASE_SETTINGS: 'role',
      });
      expect([run.status, run.stderr]).toEqual([0, '']);
    }
    // Open at the same time, so that they use every connection of the pooler to the server.
    const clients = Array.from({ length: 4 }, () => new Client(url));
    for (const client of clients) {
      await client.connect();
      await client.query('begin');
      const { rows } = await client.query(
        `select name from pg_settings where source = 'session' and name like '%timeout'`,
      );
      expect(rows).toEqual([]);
    }
    for (const client of clients) await client.end();
  });

  withPooler('makes keys and re-encrypts secrets in transaction mode', async () => {
    const through = await pooler('transaction');
    const role = { ...environment(through(database.serviceUrl)), DATABASE_SETTINGS: 'role' };
    const key = await runProgram('src/access/keys/keys-create.cli.js', ['--role', 'admin'], role);
    expect(key).toMatchObject({ status: 0, stdout: expect.stringMatching(/^hr_\w+\n$/) });
    const rotation = await runProgram('src/security/rotate-keys.cli.js', [], role);
    expect(rotation).toMatchObject({ status: 0, stderr: '' });
  });

  withPooler('says what to set when the pooler refuses what connections ask for', async () => {
    const through = await pooler('session');
    const { status, stderr } = await runProgram('src/main.js', [], environment(through(database.serviceUrl)));
    expect([status, stderr]).toEqual([1, expect.stringContaining('DATABASE_SETTINGS=role')]);
  });

  withPooler('says so when a pooler in transaction mode loses prepared statements, else serves', async () => {
    const through = await pooler('transaction');
    const role = { ...environment(through(database.serviceUrl)), PORT: '0', DATABASE_SETTINGS: 'role' };
    if (keepsStatements) {
      const service = await startProcess(role);
      expect((await request(`${service.baseUrl}/readyz`)).statusCode).toBe(200);
      expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });
      return;
    }
    const { status, stderr } = await runProgram('src/main.js', [], role);
    expect([status, stderr]).toEqual([1, expect.stringContaining('max_prepared_statements')]);
  });
});
