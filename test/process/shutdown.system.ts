import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { DatabaseProxy } from '../support/proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { SilentServer } from './silent-server.js';
import {
  endAll,
  startProcess,
  type ProcessOptions,
  type ServiceProcess,
  MAX_STOP_MS,
} from './service-process.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  endAll();
  await database.drop();
});

const start = (environment: NodeJS.ProcessEnv = {}, options?: ProcessOptions): Promise<ServiceProcess> =>
  startProcess(
    {
      DATABASE_URL: database.url,
      CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      DRAIN_SECONDS: '0',
      ...environment,
    },
    options,
  );

interface Connection {
  readonly socket: Socket;
  received(): string;
  readonly closed: Promise<unknown>;
}

async function open(service: ServiceProcess, text: string): Promise<Connection> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  // Not `once`, which rejects where the connection is reset.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { socket, received: () => received, closed };
}

const LIVE = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n';
const READY = 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const OPENAPI = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
const ORDER = JSON.stringify({ zone: 'nowhere', capacity: { cores: '1' } });
const ORDER_HEAD = `POST /create-reservation HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${ORDER.length}\r\n\r\n`;

function answered(connection: Connection): Promise<void> {
  return eventually(() => Promise.resolve(expect(connection.received()).toContain('{')));
}

describe('SIGHUP without a certificate', () => {
  it('is logged and ends nothing', async () => {
    const service = await start();
    service.child.kill('SIGHUP');
    await eventually(() =>
      Promise.resolve(expect(service.stdout()).toContain('SIGHUP: there is no certificate to read again')),
    );
    const connection = await open(service, LIVE);
    await answered(connection);
    expect(await service.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('SIGTERM', () => {
  it('says first that it is not ready, and goes on meanwhile', async () => {
    const service = await start({ DRAIN_SECONDS: '2' });
    const idle = await open(service, LIVE);
    await answered(idle);
    const ended = service.end('SIGTERM');

    await eventually(async () => {
      const unready = await open(service, READY);
      await answered(unready);
      expect(unready.received()).toMatch(/^HTTP\/1\.1 503 .*\r\nconnection: close\r\n.*"draining"/is);
    });
    const order = await open(service, ORDER_HEAD + ORDER);
    await answered(order);
    expect(order.received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(idle.socket.closed).toBe(false);

    expect(await ended).toMatchObject({ status: 0, stderr: '' });
    await Promise.all([idle.closed, order.closed]);
  });

  it('lets a request under way finish and closes what is idle', async () => {
    const service = await start();
    const idle = await open(service, LIVE);
    await answered(idle);
    const silent = await open(service, '');
    const underWay = await open(service, ORDER_HEAD + ORDER.slice(0, 5));
    const chatty = await open(service, LIVE);
    await answered(chatty);

    const ended = service.end('SIGTERM');
    await Promise.all([idle.closed, silent.closed, chatty.closed]);
    expect(service.child.exitCode).toBeNull();
    await expect(open(service, LIVE)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    underWay.socket.write(ORDER.slice(5));

    expect(await ended).toMatchObject({ status: 0, stderr: '' });
    await underWay.closed;
    expect(underWay.received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(underWay.received()).toContain('"result":"error"');
  });

  // Regression: what Node had not sent yet of a complete answer was lost.
  it('lets a client finish reading its answers', async () => {
    const service = await start();
    const reading = await open(service, '');
    reading.socket.pause();
    reading.socket.write(OPENAPI.repeat(40));
    await answered(await open(service, LIVE));
    const ended = service.end('SIGTERM');
    await eventually(() => expect(open(service, '')).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
    reading.socket.resume();

    expect(await ended).toMatchObject({ status: 0, stderr: '' });
    await reading.closed;
    expect(reading.received().match(/HTTP\/1\.1 200 /g)).toHaveLength(40);
    expect(reading.received()).toMatch(/\}$/);
  });

  it('is not held up by a request that never ends', async () => {
    const service = await start();
    const endless = await open(service, ORDER_HEAD);
    await eventually(() => Promise.resolve(expect(endless.socket.bytesWritten).toBeGreaterThan(0)));
    const before = performance.now();

    expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });

    expect(performance.now() - before).toBeLessThan(MAX_STOP_MS);
  });
});

describe('what hangs', () => {
  it('does not hold it up: a database that no longer answers', async () => {
    const proxy = await DatabaseProxy.start(database.url);
    const service = await start({ DATABASE_URL: proxy.url }, { losesDatabase: true });
    proxy.intercept = () => true;
    const underWay = await open(service, ORDER_HEAD + ORDER);
    await eventually(() => Promise.resolve(expect(underWay.socket.bytesWritten).toBeGreaterThan(0)));
    const before = performance.now();

    const { status, stdout } = await service.end('SIGTERM');

    expect(performance.now() - before).toBeLessThan(MAX_STOP_MS);
    expect(status).toBe(0);
    expect(stdout).toContain('did not end in time');
    // Either it received 503 because the database is unavailable, or it was cut off.
    expect(underWay.received()).toMatch(/^$|^HTTP\/1\.1 503 /);
    await proxy.stop();
  });

  it('does not hold it up: a platform that never answers', async () => {
    const platform = await SilentServer.start();
    const service = await start({ PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const body = JSON.stringify({
      'provider-type': 'openstack',
      endpoint: `${platform.url}/v3`,
      username: 'operator',
      password: 'correct horse',
      tenant: { name: 'demo' },
    });
    const headers = { 'Content-Type': 'application/json' };
    const registering = fetch(`${service.baseUrl}/add-provider`, { method: 'POST', headers, body });
    registering.catch(() => undefined);
    await eventually(() => Promise.resolve(expect(platform.connections).toBeGreaterThan(0)));
    const before = performance.now();

    expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });

    expect(performance.now() - before).toBeLessThan(MAX_STOP_MS);
    // Either it was answered in time, or it was cut off.
    await registering.catch(() => undefined);
    await platform.stop();
  });

  it('does not hold it up: a client that does not read its answers', async () => {
    const service = await start();
    const deaf = await open(service, '');
    deaf.socket.pause();
    deaf.socket.write(OPENAPI.repeat(200));
    await eventually(() => Promise.resolve(expect(deaf.socket.bytesWritten).toBeGreaterThan(0)));
    const before = performance.now();

    expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });

    expect(performance.now() - before).toBeLessThan(MAX_STOP_MS);
    deaf.socket.destroy();
  });
});

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, status) => {
  it('ends it at once the second time', async () => {
    const service = await start();
    await open(service, ORDER_HEAD);
    service.child.kill(signal);
    await eventually(() => Promise.resolve(expect(service.stdout()).toContain(`${signal}: stopping`)));

    // Repeated, because a signal that follows too soon counts as the same Ctrl-C, passed on by npm.
    const ended = eventually(async () => {
      service.child.kill(signal);
      expect(service.child.exitCode).not.toBeNull();
      return service.ended;
    });

    expect(await ended).toMatchObject({ status });
  });
});
