import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { endAll, startProcess, type ServiceProcess } from './service-process.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  endAll();
  await database.drop();
});

const start = (): Promise<ServiceProcess> =>
  startProcess({
    DATABASE_URL: database.url,
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  });

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
  return { socket, received: () => received, closed: once(socket, 'close') };
}

const LIVE = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
const ORDER = JSON.stringify({ zone: 'nowhere', capacity: { cores: '1' } });
const ORDER_HEAD = `POST /create-reservation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${ORDER.length}\r\n\r\n`;

function answered(connection: Connection): Promise<void> {
  return eventually(() => Promise.resolve(expect(connection.received()).toContain('{')));
}

describe('SIGTERM', () => {
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

  it('is not held up by a request that never ends', async () => {
    const service = await start();
    const endless = await open(service, ORDER_HEAD);
    await eventually(() => Promise.resolve(expect(endless.socket.bytesWritten).toBeGreaterThan(0)));
    const before = performance.now();

    expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });

    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('SIGINT', () => {
  it('ends it at once the second time', async () => {
    const service = await start();
    await open(service, ORDER_HEAD);
    service.child.kill('SIGINT');
    await eventually(() => Promise.resolve(expect(service.stdout()).toContain('SIGINT: stopping')));

    // Not so soon that it could be the same Ctrl-C, passed on by npm.
    const ended = eventually(async () => {
      service.child.kill('SIGINT');
      expect(service.child.exitCode).not.toBeNull();
      return service.ended;
    });

    expect(await ended).toMatchObject({ status: 130 });
  });
});
