import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { isAlive } from '../../src/embedded-postgres/postgres-leftovers.js';
import { eventually } from '../support/eventually.js';
import { freePorts } from '../support/ports.js';
import { endAll, startProcess, type ServiceProcess } from './service-process.js';

const directory = mkdtempSync(join(tmpdir(), 'headroom-default-'));
afterAll(async () => {
  endAll();
  await eventually(() => Promise.resolve(expect(existsSync(lockFile)).toBe(false)));
  rmSync(directory, { recursive: true, force: true });
});

const lockFile = join(directory, 'data', 'postgres', 'cluster', 'postmaster.pid');
const start = (): Promise<ServiceProcess> => startProcess({ DATA_DIR: join(directory, 'data') });

function postgresPid(): number {
  return Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
}

/** Splits a printed command into words. Of the shell's quotes, only single quotes are supported. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);
}

/** Sends the request of a printed curl command. */
async function curl(line: string) {
  const [program, ...rest] = words(line);
  expect(program).toBe('curl');
  const url = rest.find((word) => word.startsWith('http')) ?? '';
  const option = (name: string) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
  const [header, value] = option('-H')?.split(': ') ?? [];
  const body = option('-d');
  const answer = await request(url, {
    method: body ? 'POST' : 'GET',
    headers: header ? { [header]: value } : {},
    body,
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as any };
}

async function reservations(service: Pick<ServiceProcess, 'baseUrl'>): Promise<{ reservationId: string }[]> {
  const answer = await request(`${service.baseUrl}/reservations?limit=100`);
  return ((await answer.body.json()) as any).items;
}

describe('the default run', () => {
  it('needs nothing, says where it is, and the curl lines it prints work', async () => {
    const service = await start();

    const lines = service.stdout().match(/^ {2}curl .*$/gm) ?? [];
    expect(lines).toHaveLength(3);
    const [figures, reserved, listed] = await Promise.all(lines.map((line) => curl(line)));
    expect(figures).toMatchObject({ status: 200, body: { capacityInformation: { total: 64 } } });
    expect(reserved).toMatchObject({ status: 200, body: { result: 'ok' } });
    expect(listed.body.items.length).toBeGreaterThanOrEqual(5);
    expect(service.stdout()).toContain(join(directory, 'data'));
    expect((await request(`${service.baseUrl}/readyz`)).statusCode).toBe(200);

    const postgres = postgresPid();
    expect(isAlive(postgres)).toBe(true);
    expect(await service.end('SIGINT')).toMatchObject({ status: 0, stderr: '' });
    // On a busy machine the service does not wait for the last checkpoint.
    await eventually(() => Promise.resolve(expect(isAlive(postgres)).toBe(false)));
  });

  it('keeps its data over a restart, and does not set up the demo again', async () => {
    const service = await start();
    expect(await reservations(service)).toHaveLength(6);
    expect(await service.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' });
  });

  it('starts again after it was killed, with all that it had acknowledged', async () => {
    const killed = await start();
    const order = { zone: 'demo', capacity: { cores: '1' } };
    const answer = await request(`${killed.baseUrl}/create-reservation`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    });
    const { 'reservation-id': id } = (await answer.body.json()) as any;
    expect(await killed.end('SIGKILL')).toMatchObject({ status: 'SIGKILL' });

    const service = await start();
    expect((await reservations(service)).map((item) => item.reservationId)).toContain(id);
    const ended = await service.end('SIGINT');
    expect(ended).toMatchObject({ status: 0 });
    // The embedded PostgreSQL may end connections that the pool has not closed yet.
    expect(ended.stdout).not.toContain('"level":"warn"');
  });

  it('admits what its own document gives as the first example of each creation', async () => {
    const service = await start();
    const document = (await (await request(`${service.baseUrl}/openapi.json`)).body.json()) as any;
    const creations = Object.keys(document.paths).filter((path) => /create(-reservation)?$/.test(path));
    expect(creations).toHaveLength(4);
    for (const path of creations) {
      const { examples } = document.paths[path].post.requestBody.content['application/json'];
      const [{ value }] = Object.values<{ value: object }>(examples);
      const answer = await request(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(value),
      });
      const outcome = { path, status: answer.statusCode, body: await answer.body.json() };
      const expected =
        path === '/create-reservation' ? { status: 200, body: { result: 'ok' } } : { status: 201 };
      expect(outcome).toMatchObject(expected);
    }
    expect(await service.end('SIGINT')).toMatchObject({ status: 0 });
  });

  it('goes on when the reader of its output goes, as head does', async () => {
    const [port] = await freePorts(1);
    const environment = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(directory, 'data') };
    const child = spawn(process.execPath, [join('dist', 'src', 'main.js')], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.destroy();
    const baseUrl = `http://127.0.0.1:${port}`;
    await eventually(
      async () => expect((await reservations({ baseUrl })).length).toBeGreaterThanOrEqual(5),
      90_000,
    );
    // The text for a person comes once the demo is there.
    await pause(1_000);
    expect((await request(`${baseUrl}/livez`)).statusCode).toBe(200);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('refuses a directory that another process uses, in one line', async () => {
    const service = await start();
    await expect(start()).rejects.toThrow(/^ended: .*is in use by process \d+: stop it first.*\n$/);
    expect((await request(`${service.baseUrl}/livez`)).statusCode).toBe(200);
    await service.end('SIGINT');
  });
});
