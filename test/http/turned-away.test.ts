import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { limitRequests } from '../../src/http/request-limit.js';
import { RequestFigures } from '../../src/metrics/request-figures.js';
import { eventually } from '../support/eventually.js';
import { RawClient, type RawAnswer } from './raw-client.js';

const LIMIT = 2;
const CODE = 'too-many-requests-under-way';

function piecesOf(bytes: string, cuts: readonly number[]): string[] {
  const bounds = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
  return bounds.slice(1).map((to, index) => bytes.slice(bounds[index], to));
}

async function severalTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
}

function post(path: string, body: string, ...headers: string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Length: ${body.length}`, ...headers, '', body].join(
    '\r\n',
  );
}

describe('a connection on which requests are turned away', () => {
  let server: Server;
  const figures = new RequestFigures();
  const clients: RawClient[] = [];
  let mayBeServed: Promise<void> = Promise.resolve();
  const turnedAway = (): number | undefined => figures.failures.get(CODE);

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString('latin1')));
      request.on('end', () => {
        const served = JSON.stringify({ served: request.url, body });
        // Later than whatever is answered at once.
        void mayBeServed.then(severalTurns).then(() => {
          response.setHeader('Content-Length', served.length);
          response.end(served);
        });
      });
    });
    limitRequests(server, figures, LIMIT);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => (figures.inFlight = LIMIT));
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.destroy();
  });
  afterAll(() => server.close());

  async function client(): Promise<RawClient> {
    const connected = await RawClient.to(server);
    clients.push(connected);
    return connected;
  }

  /** One that is turned away before the HTTP server sees what it asks. */
  async function knownClient(): Promise<RawClient> {
    const known = await client();
    for (let number = 0; number < 2; number++) await known.send(get('/reservation'));
    expect(isEarly(known.answers[1])).toBe(true);
    return known;
  }

  /** The HTTP server dates its answers. */
  const isEarly = ({ status, head }: RawAnswer): boolean => status === 503 && !/\r\ndate:/i.test(head);

  const JSON_ONLY = 'Accept: application/json';
  const PROBLEM = /^Content-Type: application\/problem\+json$/m;
  const PLAIN = /^Content-Type: application\/json; charset=utf-8$/m;

  it.each([
    ['of Group A', post('/create-reservation', '{"zone":"a"}'), PROBLEM, 'error'],
    ['of Group A with parameters', post('/create-reservation?a=1', '{"zone":"a"}'), PROBLEM, 'error'],
    ['of Group A in JSON', post('/create-reservation', '{"zone":"a"}', JSON_ONLY), PLAIN, 'error'],
    ['of Group B', get('/reservation'), PROBLEM, undefined],
    ['of Group B in JSON', get('/reservation', JSON_ONLY), PLAIN, undefined],
    ['of Group B in anything', get('/reservation', 'Accept: application/json, */*'), PROBLEM, undefined],
  ])(
    'gets the same answer %s, whichever part of the server gives it',
    async (_group, request, type, result) => {
      const raw = await client();
      const answers = [];
      for (let number = 0; number < 4; number++) answers.push(await raw.send(request));
      expect(answers.map(isEarly)).toEqual([false, true, true, true]);
      for (const { status, head, body } of answers) {
        expect({ status, body }).toEqual({ status: 503, body: answers[0].body });
        expect(head).toMatch(type);
        expect(head).toMatch(/^Retry-After: 1\r$/m);
        expect(head).toMatch(/^Cache-Control: no-store\r$/m);
      }
      const body = JSON.parse(answers[0].body);
      expect(body).toMatchObject({ code: CODE, status: 503, title: 'Service Unavailable' });
      expect([body.result, body.message]).toEqual([result, result && body.detail]);
    },
  );

  it('counts each of them', async () => {
    const before = turnedAway() ?? 0;
    await knownClient();
    expect(turnedAway()).toBe(before + 2);
  });

  it('is served again once there is room, and turned away once there is none', async () => {
    const known = await knownClient();
    for (let number = 0; number < 3; number++) {
      figures.inFlight = LIMIT - 1;
      const served = await known.send(post('/create-reservation', '{"zone":"a"}'));
      expect(JSON.parse(served.body)).toEqual({ served: '/create-reservation', body: '{"zone":"a"}' });
      figures.inFlight = LIMIT;
      const refused = await known.send(get('/reservation'));
      expect(isEarly(refused)).toBe(true);
    }
  });

  it('gives the last place to one of two that ask at once', async () => {
    const [one, other] = [await knownClient(), await knownClient()];
    let serve = (): void => undefined;
    mayBeServed = new Promise((resolve) => (serve = resolve));
    figures.inFlight = LIMIT - 1;
    server.once('request', () => (figures.inFlight = LIMIT));
    const served = one.send(get('/reservation'));
    expect(isEarly(await other.send(get('/reservation')))).toBe(true);
    serve();
    expect((await served).status).toBe(200);
  });

  it('gets what it asked for when it sends the next request in the same moment', async () => {
    const known = await knownClient();
    const { length } = known.answers;
    figures.inFlight = LIMIT - 1;
    server.once('request', () => (figures.inFlight = LIMIT));
    known.socket.write(post('/create-reservation', 'one'));
    known.socket.write(get('/reservation'));
    const [first, second] = (await known.whenThere(length + 2)).slice(length);
    expect(JSON.parse(first.body)).toEqual({ served: '/create-reservation', body: 'one' });
    expect(second.status).toBe(503);
  });

  it("becomes another's with all that follows", async () => {
    const known = await knownClient();
    const { length } = known.answers;
    server.once('connect', (_request, socket: Socket, head: Buffer) => {
      socket.removeAllListeners('data');
      let heard = head.toString();
      socket.on('data', (bytes: Buffer) => {
        heard += bytes.toString();
        if (heard === 'one, two')
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${heard.length}\r\n\r\n${heard}`);
      });
    });
    known.socket.write('CONNECT a HTTP/1.1\r\nHost: a\r\n\r\none');
    known.socket.write(', two');
    expect((await known.whenThere(length + 1))[length].body).toBe('one, two');
  });

  it('may hang up in the moment in which it asks', async () => {
    const known = await knownClient();
    const ended = once(known.socket, 'close');
    known.socket.end(get('/livez'));
    await ended;
    expect((await (await client()).send(get('/livez'))).status).toBe(200);
  });

  it('goes on serving those who watch over the service', async () => {
    const known = await knownClient();
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const { status } = await known.send(get(path));
      expect(status).toBe(200);
    }
  });

  it('closes when its client asks for that, and answers a request for a head with one', async () => {
    const known = await knownClient();
    const closed = once(known.socket, 'close');
    const { head } = await known.send(get('/reservation', 'Connection: close'));
    expect(head).toMatch(/^Connection: close\r$/m);
    await closed;

    const other = await knownClient();
    const ended = once(other.socket, 'close');
    other.socket.write('HEAD /reservation HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await ended;
    expect(other.answers).toHaveLength(2);
  });

  it('tells of HTTP that is none as the HTTP server does', async () => {
    const known = await knownClient();
    const { status } = await known.send('GET / HTTP/9\r\n\r\n');
    expect(status).toBe(400);
  });

  it('takes what looks like a request, but is the rest of another, for that', async () => {
    const known = await knownClient();
    // All of it is the value of a header.
    known.socket.write('GET /livez HTTP/1.1\r\nHost: a\r\nX-Note: ');
    await nextTurn();
    const first = await known.send(get('/reservation'));
    expect(JSON.parse(first.body)).toMatchObject({ served: '/livez' });
    // All of it is a body.
    const body = get('/reservation');
    known.socket.write(post('/livez', body).slice(0, -body.length));
    await nextTurn();
    const second = await known.send(body);
    expect(JSON.parse(second.body)).toEqual({ served: '/livez', body });
    // The body of one that is turned away before its body is there.
    const third = await known.send(post('/reservation', body).slice(0, -body.length));
    expect(third.status).toBe(503);
    known.socket.write(body);
    await severalTurns();
    expect((await known.send(get('/livez'))).status).toBe(200);
    // The same, of which only the parser can know.
    known.socket.write(`POST /reservation HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\nX-Note: `);
    await nextTurn();
    const fourth = await known.send(get('/reservation'));
    expect(fourth.status).toBe(503);
    known.socket.write(body);
    await severalTurns();
    expect((await known.send(get('/livez'))).status).toBe(200);
    // One byte more than a request without a length would have.
    const last = await known.send(get('/livez', 'Content-Length: 1') + 'x');
    expect(JSON.parse(last.body)).toEqual({ served: '/livez', body: 'x' });
  });

  it('answers in order what comes before the last one is answered', async () => {
    const known = await knownClient();
    const { length } = known.answers;
    let serve = (): void => undefined;
    mayBeServed = new Promise((resolve) => (serve = resolve));
    const begun = once(server, 'request');
    known.socket.write(get('/livez'));
    const [{ socket }] = (await begun) as [IncomingMessage];
    const { bytesRead } = socket;
    known.socket.write(get('/reservation'));
    await eventually(() => Promise.resolve(expect(socket.bytesRead).toBeGreaterThan(bytesRead)));
    serve();
    const answers = await known.whenThere(length + 2);
    expect(answers.slice(length).map(({ status }) => status)).toEqual([200, 503]);
  });

  it('makes a client that does not read his answers wait', async () => {
    const known = await knownClient();
    const before = turnedAway() ?? 0;
    known.socket.pause();
    const request = get('/reservation');
    const mostKept = 200_000;
    // More than all buffers on the way hold, were each answered.
    while (known.socket.writableLength < 10_000_000) {
      known.socket.write(request.repeat(100));
      await nextTurn();
    }
    await eventually(() => {
      const counted = turnedAway();
      return nextTurn().then(() => expect(turnedAway()).toBe(counted));
    });
    expect((turnedAway() ?? 0) - before).toBeLessThan(mostKept);
  });

  it('answers each request once and in order, however they come in pieces', async () => {
    const request = fc.oneof(
      fc.constantFrom(get('/livez'), get('/reservation'), get('/reservation', 'Connection: keep-alive')),
      fc
        .tuple(
          fc.constantFrom('/livez', '/create-reservation'),
          fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
        )
        .map(([path, body]) => post(path, body)),
      // A body that looks like a request.
      fc.constantFrom('/livez', '/create-reservation').map((path) => post(path, get('/livez'))),
    );
    const requests = fc.array(fc.record({ bytes: request, endsPiece: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    });
    const cutsElsewhere = fc.array(fc.nat(400), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(requests, cutsElsewhere, async (sent, elsewhere) => {
        const known = await knownClient();
        const { length } = known.answers;
        const bytes = sent.map((each) => each.bytes).join('');
        const ends = sent.map(
          (_, index) =>
            sent
              .slice(0, index + 1)
              .map((each) => each.bytes)
              .join('').length,
        );
        const cuts = [
          ...ends.filter((_, index) => sent[index].endsPiece),
          ...elsewhere.map((at) => at % bytes.length),
        ];
        for (const piece of piecesOf(bytes, cuts)) {
          known.socket.write(piece, 'latin1');
          await nextTurn();
        }
        const answers = await known.whenThere(length + sent.length);
        expect(answers.slice(length).map(({ status }) => status)).toEqual(
          sent.map((each) => (/^\w+ \/livez/.test(each.bytes) ? 200 : 503)),
        );
        known.socket.destroy();
      }),
      { numRuns: 150 },
    );
  });
});
