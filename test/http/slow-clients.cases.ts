import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Module, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { sendPieces } from '../../src/http/answers/streamed-answer.js';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import { DEFAULT_LIMITS } from '../../src/http/edge/edge-limits.js';
import { TrustedProxies } from '../../src/http/edge/client-address.js';
import { TakesAnything } from '../../src/http/body/unknown-members.js';
import { HeavyWork } from '../../src/kernel/heavy-work.js';
import { eventually } from '../support/eventually.js';
import { startEdgeApp, type EdgeApp } from './edge-app.js';
import { RawClient } from './raw-client.js';

/** More than the buffers of a connection hold. */
const PAGE_BYTES = 12 * 1024 * 1024;
const PLACES = 6;
const SHARE = 4;

let answerHeld: () => void = () => undefined;
let held: Promise<void> = Promise.resolve();

/** Answers with a page made so far. */
let pages = 0;
let endlessAnswers = 0;

async function* endless(): AsyncGenerator<string> {
  endlessAnswers += 1;
  try {
    for (;;) {
      yield 'x';
      await pause(1);
    }
  } finally {
    endlessAnswers -= 1;
  }
}

let lateAnswers = 0;

/** More than a response keeps before it has a connection, once no answer is held. */
async function* late(): AsyncGenerator<string> {
  lateAnswers += 1;
  try {
    await held;
    for (;;) yield 'x'.repeat(65_536);
  } finally {
    lateAnswers -= 1;
  }
}

async function* plenty(): AsyncGenerator<string> {
  for (;;) yield await Promise.resolve('x'.repeat(65_536));
}

@Controller()
@TakesAnything()
class SlowProbe {
  @Get('quick')
  quick() {
    return { quick: true };
  }

  @Get('large')
  large() {
    pages += 1;
    return { page: 'x'.repeat(PAGE_BYTES) };
  }

  @Get('streamed')
  streamed(@Res() response: Response) {
    return sendPieces(response, 'text/plain', plenty());
  }

  @Get('endless')
  endless(@Res() response: Response) {
    return sendPieces(response, 'text/plain', endless(), 100);
  }

  @Get('late')
  late(@Res() response: Response) {
    return sendPieces(response, 'text/plain', late());
  }

  @Get('held')
  async held() {
    await held;
    return { held: false };
  }

  /** Heavy by its path. */
  @Post('self-check')
  heavy(@Query('bytes') bytes: string) {
    pages += 1;
    return { page: 'x'.repeat(Number(bytes)) };
  }

  @Post('take')
  take() {
    return { taken: true };
  }
}

@Module({ controllers: [SlowProbe] })
class SlowModule {}

/** With an answer of some length. */
const heavy = (bytes: number): string =>
  `POST /self-check?bytes=${bytes} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');

describe('clients that are slow', () => {
  let edge: EdgeApp;
  let server: Server;
  const figures = new RequestFigures();
  const heavyWork = new HeavyWork(1);
  const clients: RawClient[] = [];
  const limits = {
    ...DEFAULT_LIMITS,
    requests: PLACES,
    requestsPerAddress: SHARE,
    arrivingBytes: 1024 * 1024,
    unreadMilliseconds: 3_000,
    arrivalMilliseconds: 2_500,
  };
  const proxies = new TrustedProxies(['127.0.0.0/8']);
  beforeAll(async () => {
    edge = await startEdgeApp(SlowModule, false, { figures, heavyWork, limits, proxies });
    server = edge.app.getHttpServer();
  });
  beforeEach(() => {
    held = new Promise((resolve) => (answerHeld = resolve));
  });
  afterEach(async () => {
    answerHeld();
    for (const { socket } of clients.splice(0)) socket.destroy();
    await eventually(() => Promise.resolve(expect(figures.inFlight).toBe(0)));
  });
  afterAll(() => edge.close());

  async function client(to = server): Promise<RawClient> {
    const connected = await RawClient.to(to);
    clients.push(connected);
    return connected;
  }

  const some = (count: number, to = server): Promise<RawClient[]> =>
    Promise.all(Array.from({ length: count }, () => client(to)));
  const statusOf = async (bytes: string, to = server): Promise<number> =>
    (await (await client(to)).send(bytes)).status;
  const taken = (places: number, of = figures): Promise<void> =>
    eventually(() => Promise.resolve(expect(of.inFlight).toBe(places)));

  /** Places may be lost again before a test sees them taken. */
  const made = (count: number): Promise<void> => eventually(() => Promise.resolve(expect(pages).toBe(count)));

  it('take no place with one byte of a body, block no other client, and are closed after a timeout', async () => {
    const slow = await some(300);
    const closed = Promise.all(slow.map(({ socket }) => once(socket, 'close')));
    for (const { socket } of slow)
      socket.write('POST /take HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{');
    for (let number = 0; number < 50; number++) expect(await statusOf(get('/quick'))).toBe(200);
    expect(figures.inFlight).toBe(0);
    await closed;
    expect(new Set(slow.map(({ answers }) => answers[0].status))).toEqual(new Set([408]));
  });

  it('keep no more of their bodies in memory than the limit for all: the oldest is refused', async () => {
    const slow = await some(8);
    const head = 'POST /take HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n';
    for (const { socket } of slow) socket.write(head + 'x'.repeat(199_999));
    await eventually(() => Promise.resolve(expect(slow[0].answers).toHaveLength(1)));
    expect(slow[0].answers[0].status).toBe(503);
    expect(await statusOf(`POST /take HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`)).toBe(201);
  });

  it('lose the connection when they do not read an answer, and with it the place', async () => {
    const slow = await some(3);
    const before = pages;
    for (const { socket } of slow) socket.pause().write(get('/large', 'X-Forwarded-For: 192.0.2.1'));
    await made(before + 3);
    await eventually(async () => {
      expect(figures.inFlight).toBe(0);
      expect(await connections()).toBe(0);
    });
  });

  it('lose it after a time however steadily they read, if the answer has a limit', async () => {
    const { socket } = await client();
    socket.write(get('/endless'));
    await once(socket, 'close');
    await eventually(() => Promise.resolve(expect(endlessAnswers).toBe(0)));
  });

  it.each(['/large', '/streamed'])('lose it at once, when others need the place: %s', async (path) => {
    // No place is lost by the time alone, however slow the machine is.
    const patience = { ...limits, unreadMilliseconds: 60_000 };
    const own = new RequestFigures();
    const parts = { figures: own, heavyWork: new HeavyWork(1), limits: patience, proxies };
    const patient = await startEdgeApp(SlowModule, false, parts);
    const to: Server = patient.app.getHttpServer();
    const readers = await some(PLACES, to);
    readers.forEach(({ socket }, number) =>
      socket.pause().write(get(path, `X-Forwarded-For: 192.0.2.${number}`)),
    );
    await taken(PLACES, own);
    await eventually(async () => expect(await statusOf(get('/quick'), to)).toBe(200));
    expect(own.inFlight).toBe(PLACES - 1);
    for (const { socket } of readers) socket.destroy();
    await patient.close();
  });

  // Regression: it waited for a connection that was never given to it, with all that it held.
  it('end an answer that has not begun when they go away, also behind another one', async () => {
    const leaving = await client();
    leaving.socket.write(get('/held') + get('/late'));
    await taken(2);
    await eventually(() => Promise.resolve(expect(lateAnswers).toBe(1)));
    leaving.socket.destroy();
    await eventually(async () => expect(await connections()).toBe(0));
    answerHeld();
    await eventually(() => Promise.resolve(expect(lateAnswers).toBe(0)));
  });

  // Regression: a tunnel was refused in the middle of the answer before it.
  it.each(['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'NONSENSE\r\n\r\n'])(
    'get no refusal within an answer that has begun: %j',
    async (bytes) => {
      const { socket } = await client();
      let received = '';
      socket.on('data', (text: string) => (received += text.replaceAll('x', '')));
      socket.write(get('/streamed'));
      await once(socket, 'data');
      socket.write(bytes);
      await once(socket, 'close');
      expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200']);
    },
  );

  it('keep no place among heavy requests with answers they do not read', async () => {
    const deaf = await client();
    const before = pages;
    deaf.socket.pause().write(heavy(PAGE_BYTES).repeat(3));
    await made(before + 3);
    expect(await statusOf(heavy(1))).toBe(201);
    expect(heavyWork.figures).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('are not closed while they wait for the service', async () => {
    const waiting = await client();
    waiting.socket.write(get('/held'));
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    answerHeld();
    expect((await waiting.whenThere(1))[0].status).toBe(200);
  });

  it('have a share of the places per address, also behind a proxy, while the proxy itself may use all', async () => {
    const from = (address: string): string =>
      get('/held', `X-Forwarded-For: 10.0.0.1, ${address}, 127.0.0.1`);
    for (let number = 0; number < SHARE; number++) (await client()).socket.write(from('192.0.2.1'));
    await taken(SHARE);
    expect(await statusOf(from('192.0.2.1'))).toBe(503);
    (await client()).socket.write(from('192.0.2.2'));
    (await client()).socket.write(from('[2001:db8::1]:4711'));
    for (let number = 2; number < PLACES - SHARE; number++) (await client()).socket.write(get('/held'));
    await taken(PLACES);
    expect(await statusOf(get('/quick'))).toBe(503);
  });

  it('keep the place of a request they have abandoned until its work is done', async () => {
    const [leaving] = await some(1);
    leaving.socket.write(get('/held').repeat(3));
    await taken(3);
    leaving.socket.destroy();
    await eventually(async () => expect(await connections()).toBe(0));
    expect(figures.inFlight).toBe(3);
    expect(figures.isPlausible()).toBe(true);
    answerHeld();
    await taken(0);
  });

  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
});
