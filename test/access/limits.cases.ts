import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { request as send } from 'undici';
import { newId } from '../../src/kernel/identifiers.js';
import { eventually } from '../support/eventually.js';
import { whileZoneIsHeld } from '../support/held-zone.js';
import { bearer, startGuarded, type GuardedService } from './guarded-service.js';

describe('a rate limit', () => {
  let service: GuardedService;
  beforeAll(async () => {
    service = await startGuarded({ environment: { RATE_LIMIT: '1:20' } });
  });
  afterAll(() => service.stop());

  /** The bucket is not full again for ten seconds. */
  async function spendHalf(key: string): Promise<void> {
    for (let read = 0; read < 10; read++) await service.http.get('/whoami').set(bearer(key)).expect(200);
  }

  it('is that of each principal, says what is left, and when to try again', async () => {
    const [one, other] = await Promise.all([
      service.makeKey({ role: 'operator' }),
      service.makeKey({ role: 'operator' }),
    ]);
    const read = (key: string) => service.http.get('/whoami').set(bearer(key));
    const first = await read(one.key);
    expect(first.headers['ratelimit-policy']).toBe('"principal";q=20;w=20');
    expect(first.headers.ratelimit).toBe('"principal";r=19;t=1');
    await spendHalf(one.key);
    const heavy = await service.http.post('/query-capacity').set(bearer(one.key)).send({});
    expect([heavy.status, heavy.body.code, heavy.body.result]).toEqual([429, 'too-many-requests', 'error']);
    expect(Number(heavy.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(other.key)).status).toBe(200);
    expect((await service.http.get('/livez')).headers.ratelimit).toBeUndefined();
  });

  it('weighs a series as a query, although its path is that of one reservation', async () => {
    const { key } = await service.makeKey({ role: 'operator' });
    const create = (repeat?: string) =>
      service.http
        .post('/create-reservation')
        .set(bearer(key))
        .send({ zone: 'nowhere', capacity: { cores: 1 }, repeat });
    const one = await create();
    expect([one.status, one.headers.ratelimit]).toEqual([200, '"principal";r=18;t=2']);
    await spendHalf(key);
    const series = await create('FREQ=DAILY;COUNT=3');
    expect([series.status, series.body.code]).toEqual([429, 'too-many-requests']);
    const large = await service.http
      .post('/create-reservation')
      .set(bearer(key))
      .send({ name: 'x'.repeat(10_000) });
    expect(large.status).toBe(429);
  });

  // Regression: a POST had paid 2 units, and paid 19 more as the GET that it had become.
  it('charges a query the whole burst at most, also one that comes by POST', async () => {
    const { key } = await service.makeKey({ role: 'operator' });
    const answer = await service.http
      .post(`/reservation/compute/query?reservationId=${newId()}&limit=500`)
      .set(bearer(key));
    expect([answer.status, answer.headers.ratelimit]).toEqual([404, '"principal";r=0;t=20']);
  });
});

describe('a role without permission for an operation', () => {
  let service: GuardedService;
  beforeAll(async () => {
    service = await startGuarded({ environment: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  });
  afterAll(() => service.stop());

  it('is noted with the client that a trusted proxy names', async () => {
    const { AccessFigures } = await import('../../src/access/access-figures.js');
    const note = jest.spyOn(service.app.get(AccessFigures), 'note');
    const { key } = await service.makeKey({ role: 'auditor' });
    await service.http.get('/keys').set(bearer(key)).set('X-Forwarded-For', '192.0.2.7').expect(403);
    await service.http.get('/zones').set('X-Forwarded-For', '192.0.2.8').expect(401);
    expect(note.mock.calls.map(([{ address, client }]) => [address, client])).toEqual([
      ['127.0.0.1', '192.0.2.7'],
      ['127.0.0.1', '192.0.2.8'],
    ]);
    note.mockRestore();
  });

  it('is refused before the body is read', async () => {
    const { key } = await service.makeKey({ role: 'auditor' });
    const { port } = new URL(service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /create-reservation HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 403 /);
  });

  it('is refused whatever the body is, or without one', async () => {
    const [metrics, consumer] = await Promise.all([
      service.makeKey({ role: 'machine', scopes: ['metrics'] }),
      service.makeKey({ role: 'consumer', tenant: 'red' }),
    ]);
    const bad = await service.http
      .post('/create-reservation')
      .set({ ...bearer(metrics.key), 'Content-Type': 'application/json' })
      .send('{"zone":');
    expect([bad.status, bad.body.code]).toEqual([403, 'forbidden']);
    const none = await service.http.patch(`/keys/${consumer.keyId}`).set(bearer(consumer.key));
    expect([none.status, none.body.code]).toEqual([403, 'forbidden']);
    const own = await service.http
      .post('/create-reservation')
      .set({ ...bearer(consumer.key), 'Content-Type': 'application/json' })
      .send('{"zone":');
    expect(own.status).toBe(400);
  });
});

describe('the requests of a principal that are under way', () => {
  let service: GuardedService;
  beforeAll(async () => {
    service = await startGuarded({ environment: { REQUEST_LIMIT: '8' } });
  });
  afterAll(() => service.stop());

  const statusOf = async (key: string): Promise<number> => {
    const answer = await send(`${service.baseUrl}/whoami`, { headers: bearer(key) });
    await answer.body.dump();
    return answer.statusCode;
  };

  it('are a quarter of all at most, and its places come back when connections end', async () => {
    const [slow, other] = await Promise.all([
      service.makeKey({ role: 'operator' }),
      service.makeKey({ role: 'operator' }),
    ]);
    const { port } = new URL(service.baseUrl);
    const head = [
      'POST /create-reservation HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${slow.key}`,
      'Content-Length: 2',
      '',
      '{',
    ].join('\r\n');
    const sockets = [0, 1].map(() => connect(Number(port), '127.0.0.1').on('error', () => undefined));
    for (const socket of sockets) socket.write(head);
    await eventually(async () => expect(await statusOf(slow.key)).toBe(429));
    expect(await statusOf(other.key)).toBe(200);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => expect(await statusOf(slow.key)).toBe(200));
  });

  it('stay counted while the service works for clients that have hung up', async () => {
    const { key } = await service.makeKey({ role: 'operator' });
    const asOperator = (path: string, body: object) => service.http.post(path).set(bearer(key)).send(body);
    const registered = await asOperator('/add-provider', {
      'provider-type': 'simulated',
      endpoint: 'http://simulated.example',
      username: 'u',
      password: 'p',
      zone: 'held',
    });
    await asOperator('/increase-capacity', {
      source: registered.body['provider-id'],
      capacity: { cores: 10 },
    });
    const opened: Socket[] = [];
    const server: Server = service.app.getHttpServer();
    const note = (socket: Socket): unknown => opened.push(socket);
    await whileZoneIsHeld(service.database.url, 'held', async () => {
      server.on('connection', note);
      const { port } = new URL(service.baseUrl);
      const body = JSON.stringify({ zone: 'held', capacity: { cores: 1 } });
      const head = `POST /create-reservation HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}`;
      const clients = [0, 1].map(() => connect(Number(port), '127.0.0.1'));
      for (const client of clients) client.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      await eventually(() => Promise.resolve(expect(opened).toHaveLength(2)));
      server.off('connection', note);
      await eventually(async () => expect(await statusOf(key)).toBe(429));
      for (const client of clients) client.destroy();
      await eventually(() => Promise.resolve(expect(opened.every(({ closed }) => closed)).toBe(true)));
      expect(await statusOf(key)).toBe(429);
    });
    await eventually(async () => expect(await statusOf(key)).toBe(200));
  });

  it('come back from requests that were pipelined on a connection that ended', async () => {
    const { key } = await service.makeKey({ role: 'operator' });
    const { port } = new URL(service.baseUrl);
    const read = `GET /whoami HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      await new Promise((resolve) => socket.write(read.repeat(50), resolve));
      socket.destroy();
    }
    await eventually(async () => expect(await statusOf(key)).toBe(200));
  });
});
