import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TrustedProxies } from '../../src/http/edge/client-address.js';
import { bodyOf } from '../../src/http/body/collected-body.js';
import { DEFAULT_LIMITS } from '../../src/http/edge/edge-limits.js';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import { RequestGate } from '../../src/http/edge/request-gate.js';
import { eventually } from '../support/eventually.js';
import { RawClient } from './raw-client.js';

const LIMIT = 3;
const CODE = 'too-many-requests-under-way';

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
}

function post(path: string, body: string, ...headers: string[]): string {
  const length = `Content-Length: ${body.length}`;
  return [`POST ${path} HTTP/1.1`, 'Host: a', length, ...headers, '', body].join('\r\n');
}

/** An incomplete request whose rest is never sent. */
const HALF = post('/create-reservation', '{"zone":"a"}').slice(0, -1);

describe('the gate', () => {
  let server: Server;
  const figures = new RequestFigures();
  const clients: RawClient[] = [];
  let mayAnswer: Promise<void> = Promise.resolve();
  let answerAll = (): void => undefined;
  const refusals = (): number => figures.failures.get(CODE) ?? 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const served = JSON.stringify({ served: request.url, body: bodyOf(request).toString() });
      const isWatched = request.url === '/livez';
      void (isWatched ? Promise.resolve() : mayAnswer).then(() => {
        response.setHeader('Content-Length', served.length);
        response.end(served);
      });
    });
    RequestGate.before(server, {
      figures,
      limits: { ...DEFAULT_LIMITS, requests: LIMIT, requestsPerAddress: LIMIT },
      proxies: new TrustedProxies([]),
      beforeBody: (_request, _response, proceed) => proceed(),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    mayAnswer = new Promise((resolve) => (answerAll = resolve));
  });
  afterEach(async () => {
    answerAll();
    for (const { socket } of clients.splice(0)) socket.destroy();
    await eventually(() => Promise.resolve(expect(figures.inFlight).toBe(0)));
  });
  afterAll(() => server.close());

  async function client(): Promise<RawClient> {
    const connected = await RawClient.to(server);
    clients.push(connected);
    return connected;
  }

  const taken = (places: number): Promise<void> =>
    eventually(() => Promise.resolve(expect(figures.inFlight).toBe(places)));

  /** Clients whose requests take all places. */
  async function full(): Promise<RawClient[]> {
    const all = await Promise.all(Array.from({ length: LIMIT }, client));
    for (const { socket } of all) socket.write(get('/reservations'));
    await taken(LIMIT);
    return all;
  }

  const JSON_ONLY = 'Accept: application/json';
  const PROBLEM = /^Content-Type: application\/problem\+json\r$/m;
  const PLAIN = /^Content-Type: application\/json; charset=utf-8\r$/m;

  it.each([
    ['of Group A', post('/create-reservation', '{"zone":"a"}'), PROBLEM, 'error'],
    ['of Group A with parameters', post('/create-reservation?a=1', '{"zone":"a"}'), PROBLEM, 'error'],
    ['of Group A in JSON', post('/create-reservation', '{"zone":"a"}', JSON_ONLY), PLAIN, 'error'],
    ['of Group B', get('/reservation'), PROBLEM, undefined],
    ['of Group B in JSON', get('/reservation', JSON_ONLY), PLAIN, undefined],
  ])(
    'refuses a request %s while all places are taken, and counts it',
    async (_group, request, type, result) => {
      await full();
      const before = refusals();
      const { status, head, body } = await (await client()).send(request);
      expect(status).toBe(503);
      expect(head).toMatch(type);
      expect(head).toMatch(/^Retry-After: 1\r$/m);
      expect(head).toMatch(/^Cache-Control: no-store\r$/m);
      const problem = JSON.parse(body);
      expect(problem).toMatchObject({ code: CODE, status: 503, title: 'Service Unavailable' });
      expect([problem.result, problem.message]).toEqual([result, result && problem.detail]);
      expect(refusals()).toBe(before + 1);
    },
  );

  it('serves the next request on the same connection once a place is free', async () => {
    await full();
    const refused = await client();
    expect((await refused.send(post('/create-reservation', '{"a":1}'))).status).toBe(503);
    answerAll();
    await taken(0);
    const { body } = await refused.send(post('/create-reservation', '{"a":1}'));
    expect(JSON.parse(body)).toEqual({ served: '/create-reservation', body: '{"a":1}' });
  });

  it.each(['/livez', '/readyz', '/metrics'])('always serves %s, and counts no place for it', async (path) => {
    await full();
    const watching = await client();
    watching.socket.write(get(path));
    if (path !== '/livez') answerAll();
    expect((await watching.whenThere(1))[0].status).toBe(200);
    expect(figures.inFlight).toBeLessThanOrEqual(LIMIT);
  });

  // Regression: bodies for these paths were read and parsed without limit, for clients that nobody knows, and admissions stood still.
  it.each(['/livez', '/readyz', '/metrics'])(
    'serves %s with a body only where there is a place',
    async (path) => {
      await full();
      expect((await (await client()).send(post(path, '{}'))).status).toBe(503);
    },
  );

  it('gives no place to a request whose body is not whole', async () => {
    for (let number = 0; number < 5 * LIMIT; number++) (await client()).socket.write(HALF);
    await nextTurn();
    expect(figures.inFlight).toBe(0);
    answerAll();
    expect((await (await client()).send(get('/reservations'))).status).toBe(200);
  });

  it('puts a body together that comes in pieces', async () => {
    answerAll();
    const slow = await client();
    slow.socket.write(HALF);
    await nextTurn();
    const { body } = await slow.send('}');
    expect(JSON.parse(body)).toEqual({ served: '/create-reservation', body: '{"zone":"a"}' });
  });

  it('answers pipelined requests in their order, whether served or refused', async () => {
    const pipelining = await client();
    const paths = Array.from({ length: LIMIT + 2 }, (_, number) => `/reservations/${number}`);
    pipelining.socket.write(paths.map((path) => get(path)).join(''));
    await taken(LIMIT);
    answerAll();
    const answers = await pipelining.whenThere(paths.length);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503, 503]);
    const served = answers.slice(0, LIMIT).map(({ body }) => JSON.parse(body).served as string);
    expect(served).toEqual(paths.slice(0, LIMIT));
  });

  it('gets its places back when a connection with pipelined requests is destroyed', async () => {
    const pipelining = await client();
    pipelining.socket.write(get('/reservations').repeat(LIMIT));
    await taken(LIMIT);
    pipelining.socket.destroy();
    answerAll();
    await taken(0);
    expect((await (await client()).send(get('/reservations'))).status).toBe(200);
  });

  it('closes a connection that asks to become a tunnel', async () => {
    const tunnel = await client();
    tunnel.socket.write('CONNECT a HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(tunnel.socket, 'close');
  });
});
