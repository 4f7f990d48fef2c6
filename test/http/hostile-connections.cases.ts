import { once } from 'node:events';
import type { Server } from 'node:http';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { eventually } from '../support/eventually.js';
import { whileLockIsHeld } from '../support/held-zone.js';
import { startService, type RunningService } from '../support/service.js';
import { RawClient } from './raw-client.js';

const HOST = 'Host: 127.0.0.1';
const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, HOST, ...headers, '', ''].join('\r\n');
const post = (path: string, length: number, body: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, HOST, `Content-Length: ${length}`, ...headers, '', body].join('\r\n');

const QUERY = post('/query-capacity', 24, '{"capacity":"available"}');

/** Abuses of a connection: name, bytes sent, number of requests the parser finds, and how the client disconnects. */
const ABUSES: readonly (readonly [string, string, number, 'destroy' | 'end'])[] = [
  ['pipelines 400 watched requests and leaves', get('/readyz').repeat(400), 400, 'destroy'],
  ['pipelines 50 lists and leaves', get('/reservations').repeat(50), 50, 'destroy'],
  ['pipelines 400 lists and leaves', get('/zones').repeat(400), 400, 'destroy'],
  ['pipelines 20 heavy queries and leaves', QUERY.repeat(20), 20, 'destroy'],
  ['pipelines 10 reports and leaves', get('/reports/usage').repeat(10), 10, 'destroy'],
  ['pipelines requests that are refused and leaves', get('/nowhere').repeat(30), 30, 'destroy'],
  ['leaves in the middle of a body', post('/create-reservation', 900, '{"zone":'), 1, 'destroy'],
  ['leaves before a body', post('/create-reservation', 900, ''), 1, 'destroy'],
  ['sends a good request and half of one', get('/zones') + post('/add-provider', 900, '{'), 2, 'destroy'],
  ['closes its half of the connection', get('/zones').repeat(5), 5, 'end'],
  ['closes its half in the middle of a body', post('/create-reservation', 900, '{'), 1, 'end'],
  ['asks for heads', get('/zones').replace('GET', 'HEAD').repeat(5), 5, 'end'],
  ['sends what is no HTTP behind a request', `${get('/zones')}NONSENSE\r\n\r\n`, 1, 'end'],
  [
    'is refused before its body',
    post('/add-provider', 900, '{', 'Origin: http://evil.example'),
    1,
    'destroy',
  ],
  ['sends a body that is too large', post('/add-provider', 400_000, 'x'.repeat(400_000)), 1, 'destroy'],
  ['sends chunks that are none', `${post('/add-provider', 0, '').slice(0, -4)}0\r\n\r\n`, 1, 'destroy'],
];

describe('connections that are misused', () => {
  let service: RunningService;
  let server: Server;
  let figures: RequestFigures;
  let heavyWork: HeavyWork;
  let arrived = 0;
  beforeAll(async () => {
    service = await startService({ environment: { REQUEST_LIMIT: '100' } });
    server = service.app.getHttpServer();
    figures = service.app.get(RequestFigures);
    heavyWork = service.app.get(HeavyWork);
    server.on('request', () => (arrived += 1));
  });
  afterAll(() => service.stop());

  const counted = (): number =>
    [...figures.all()]
      .flatMap(({ answers }) => [...answers.values()])
      .flatMap((results) => [...results.values()])
      .reduce((sum, count) => sum + count, figures.failures.get('too-many-requests-under-way') ?? 0);

  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

  const nothingLeft = (): Promise<void> =>
    eventually(async () => {
      expect(figures.inFlight).toBe(0);
      expect(heavyWork.figures).toMatchObject({ running: 0, waiting: 0 });
      expect(await connections()).toBe(0);
    });

  it.each(ABUSES)('a client that %s leaves nothing counted', async (_name, bytes, requests, leave) => {
    const before = counted();
    arrived = 0;
    const { socket } = await RawClient.to(server);
    await new Promise((sent) => socket.write(bytes, 'latin1', sent));
    if (leave === 'end') socket.end();
    await eventually(() => Promise.resolve(expect(arrived).toBe(requests)));
    socket.destroy();
    await nothingLeft();
    await eventually(() => Promise.resolve(expect(counted() - before).toBe(requests)));
    expect((await service.http.get('/readyz').set('Connection', 'close')).status).toBe(200);
    for (const path of ['/zones', '/reports/usage'])
      expect((await service.http.get(path).set('Connection', 'close')).status).toBe(200);
  });

  it('a heavy request keeps its place until its work is done, although its client has hung up', async () => {
    await service.provider({ cores: 1 }, { zone: 'locked' });
    const lock = 'lock table reservations in access exclusive mode';
    await whileLockIsHeld(service.database.url, [lock], async () => {
      const { socket } = await RawClient.to(server);
      socket.write(post('/query-reservation', 2, '{}'));
      const atWork = (): readonly number[] => [figures.inFlight, heavyWork.figures.running];
      await eventually(() => Promise.resolve(expect(atWork()).toEqual([1, 1])));
      socket.destroy();
      await eventually(async () => expect(await connections()).toBe(0));
      expect(atWork()).toEqual([1, 1]);
    });
    await nothingLeft();
  });

  it('is not ready while the request count contradicts the open connections', async () => {
    figures.inFlight += 1;
    const answer = await service.http.get('/readyz').set('Connection', 'close');
    figures.inFlight -= 1;
    expect(answer).toMatchObject({ status: 503, body: { code: 'requests-miscounted' } });
    expect((await service.http.get('/readyz').set('Connection', 'close')).status).toBe(200);
  });

  it.each([
    ['CONNECT', `CONNECT a.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`, 405],
    ['an upgrade', get('/zones', 'Connection: Upgrade', 'Upgrade: websocket'), 400],
  ])(
    '300 clients that ask for %s are refused, and no connection stays open',
    async (_name, bytes, status) => {
      const clients = await Promise.all(Array.from({ length: 300 }, () => RawClient.to(server)));
      const ended = clients.map(({ socket }) => once(socket, 'end'));
      for (const { socket } of clients) socket.write(bytes);
      await Promise.all(ended);
      expect(new Set(clients.map(({ answers }) => answers[0].status))).toEqual(new Set([status]));
      await nothingLeft();
      for (const { socket } of clients) socket.destroy();
    },
  );

  // Regression: each of them ended the process.
  it.each([
    ['http://?x', 421],
    ['http://', 421],
    ['http://[', 421],
    ['http://[::1', 421],
    ['http://xn--/x', 421],
    ['foo://127.0.0.1?x', 400],
  ])('a client that asks for %s is refused', async (target, status) => {
    const client = await RawClient.to(server);
    const answer = await client.send(get(target));
    client.socket.destroy();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ status });
    await nothingLeft();
  });

  // Regression: Node's parser was given bytes while it was paused, or after it had left the connection, which ended the process.
  it.each([
    ['more requests', get('/nowhere').repeat(5_000)],
    [
      'more behind a tunnel',
      `${get('/nowhere')}CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n\r\n`.padEnd(65_536, 'z') +
        get('/nowhere').repeat(2_000),
    ],
  ])('a client that sends %s than the server reads at once leaves nothing behind', async (_name, bytes) => {
    const { socket } = await RawClient.to(server);
    socket.write(bytes, 'latin1');
    const allSent = performance.now() + 100;
    while (performance.now() < allSent);
    await once(socket, 'data');
    socket.destroy();
    await nothingLeft();
    expect((await service.http.get('/readyz').set('Connection', 'close')).status).toBe(200);
  });

  it('serves a client that offers HTTP/2 on a plain connection, as in HTTP/1.1', async () => {
    const client = await RawClient.to(server);
    const { status } = await client.send(get('/zones', 'Connection: Upgrade', 'Upgrade: h2c'));
    client.socket.destroy();
    expect(status).toBe(200);
  });
});
