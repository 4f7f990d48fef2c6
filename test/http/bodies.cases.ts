import { connect } from 'node:net';
import { Readable } from 'node:stream';
import supertest from 'supertest';
import { request } from 'undici';
import { requestIdOf } from '../../src/http/edge/request-id.js';
import type { EdgeApp } from './edge-app.js';
import { startEdgeApp } from './edge-app.js';

const QUERY = '/capacity/compute/query';
const CREATE = '/create-reservation';

describe('bodies', () => {
  let edge: EdgeApp;
  beforeAll(async () => {
    edge = await startEdgeApp();
  });
  afterAll(() => edge.close());

  async function send(method: string, path: string, body?: string | Readable, headers = {}) {
    const answer = await request(edge.url + path, {
      method: method as 'GET',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body,
    });
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as never };
  }

  /** Writes bytes directly to a socket, for requests that no client library sends. */
  function raw(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(edge.port, '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
        socket.end();
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });
  }

  describe('a filter', () => {
    it.each(['GET', 'QUERY', 'POST'])('comes as a body of %s', async (method) => {
      const { status, headers, body } = await send(method, QUERY, '{"zoneId":"a"}');
      expect({ status, body }).toEqual({ status: 200, body: { result: 'ok', echo: { zoneId: 'a' } } });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    });

    it.each(['GET', 'QUERY'])('comes as query parameters of %s', async (method) => {
      const query =
        'zoneId=a&timePeriod.startTime=2030-01-01T00:00:00Z&reservationId=x&reservationId=y&attributeSelector=available';
      const { body } = await send(method, `${QUERY}?${query}`);
      expect(body).toMatchObject({
        echo: {
          zoneId: 'a',
          timePeriod: { startTime: '2030-01-01T00:00:00Z' },
          reservationId: ['x', 'y'],
          attributeSelector: 'available',
        },
      });
    });

    it('is read to its last query parameter', async () => {
      const { body } = await send('GET', `${QUERY}?${'a=1&'.repeat(1_000)}zoneId=a`);
      expect(body).toMatchObject({ echo: { zoneId: 'a' } });
    });

    it('may come both ways when both agree', async () => {
      const { body } = await send('GET', `${QUERY}?limit=2&zoneId=a`, '{"zoneId":"a","n":1}');
      expect(body).toMatchObject({ echo: { zoneId: 'a', n: 1, limit: '2' } });
    });

    it('is refused when the two ways differ', async () => {
      const answer = await send('GET', `${QUERY}?zoneId=b`, '{"zoneId":"a"}');
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/zoneId' }] } });
    });

    it('is refused with NUL in a parameter', async () => {
      expect(await send('GET', `${QUERY}?zoneId=%00`)).toMatchObject({
        status: 400,
        body: { code: 'invalid-request' },
      });
    });

    it('has no effect on any prototype', async () => {
      const path = `${QUERY}?__proto__.polluted=1&constructor.prototype.polluted=1&zoneId=a`;
      expect((await send('GET', path)).body).toEqual({ result: 'ok', echo: { zoneId: 'a' } });
      expect({}).not.toHaveProperty('polluted');
    });

    it('is empty without body and parameters', async () => {
      expect((await send('GET', QUERY)).body).toEqual({ result: 'ok', echo: {} });
    });

    it('is refused when broken', async () => {
      expect(await send('GET', QUERY, '{')).toMatchObject({ status: 400 });
      expect(await send('QUERY', QUERY, '[]')).toMatchObject({ status: 400 });
    });
  });

  describe('a body', () => {
    it('of DELETE is read, and may be absent', async () => {
      const path = '/reservation/compute/r1';
      expect((await send('DELETE', path)).body).toEqual({ reservationId: 'r1', body: {} });
      expect((await send('DELETE', path, '{"a":1}')).body).toMatchObject({
        reservationId: 'r1',
        body: { a: 1 },
      });
    });

    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/Vnd.x+JSON;charset="UTF-8"',
    ])('may be %s', async (type) => {
      expect(await send('POST', CREATE, '{"a":1}', { 'content-type': type })).toMatchObject({ status: 200 });
    });

    it('need not name its type, because all bodies are JSON', async () => {
      const answer = await raw(`POST ${CREATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n{"a":1}`);
      expect(answer).toContain('"echo":{"a":1}');
    });

    it('may come in many chunks, with a character cut in two', async () => {
      const bytes = Buffer.from('{"name":"Größe ☃"}');
      const chunks = [...bytes].map((byte) => Buffer.from([byte]));
      const { body } = await send('POST', CREATE, Readable.from(chunks));
      expect(body).toMatchObject({ echo: { name: 'Größe ☃' } });
    });

    it('without declared length is cut off at the limit', async () => {
      const chunks = Array.from({ length: 20 }, () => Buffer.alloc(64 * 1024, 0x20));
      expect(await send('POST', CREATE, Readable.from(chunks))).toMatchObject({
        status: 413,
        body: { result: 'error' },
      });
    });

    it('may begin with a byte order mark', async () => {
      expect(await send('POST', CREATE, '\uFEFF{"a":1}')).toMatchObject({ status: 200 });
    });

    it('keeps prototypes out of reach', async () => {
      const body =
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"b":1}}}';
      const { status, body: answer } = await send('POST', CREATE, body);
      expect(status).toBe(200);
      expect(JSON.stringify(answer)).not.toContain('__proto__');
      expect({}).not.toHaveProperty('polluted');
      expect(await send('POST', '/typed', body.replace('"a"', '"zone":"a","a"'))).toMatchObject({
        status: 200,
      });
    });
  });

  describe('the request id', () => {
    it.each(['abc', 'A.b_c-9', 'x'.repeat(128)])('%s is taken over', async (id) => {
      expect((await send('GET', QUERY, undefined, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
    });

    it.each(['a b', 'x'.repeat(129), 'a"b', ''])('%j is replaced', async (id) => {
      const made = (await send('GET', QUERY, undefined, { 'x-request-id': id })).headers['x-request-id'];
      expect(made).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect(made).not.toBe(id);
    });

    it('is unique when made', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => send('GET', QUERY)));
      expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
      expect(requestIdOf({ getHeader: () => undefined } as never)).toBeUndefined();
    });
  });

  describe('the content type of a problem', () => {
    it.each([
      [undefined, 'application/problem+json'],
      ['*/*', 'application/problem+json'],
      ['application/json, */*;q=0.1', 'application/problem+json'],
      ['application/json, application/problem+json', 'application/problem+json'],
      ['text/html', 'application/problem+json'],
      ['application/json', 'application/json; charset=utf-8'],
      ['Application/JSON;q=0.9', 'application/json; charset=utf-8'],
      ['application/json, application/problem+json;q=0', 'application/json; charset=utf-8'],
    ])('for Accept %s is %s', async (accept, expected) => {
      const headers = accept ? { accept } : {};
      expect((await send('POST', CREATE, '[]', headers)).headers['content-type']).toBe(expected);
      expect((await send('POST', '/nowhere', '{}', headers)).headers['content-type']).toBe(expected);
      const outcome = await send('POST', CREATE, '{"throw":"conflict"}', headers);
      expect(outcome.headers['content-type']).toContain('application/json');
    });
  });

  it('HEAD answers without a body, also when refused', async () => {
    const server = edge.app.getHttpServer();
    expect((await supertest(server).head(QUERY)).status).toBe(200);
    expect((await supertest(server).head(CREATE)).status).toBe(405);
  });

  it('closes slow senders and keeps idle connections longer than a proxy does', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = edge.app.getHttpServer();
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 5_000,
      requestTimeout: 5_000,
      keepAliveTimeout: 65_000,
    });
  });

  it('keeps the connection usable after a refused body', async () => {
    const big = 'x'.repeat(300_000);
    const refused = `POST ${CREATE} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${big.length}\r\n\r\n${big}`;
    const next = `GET ${QUERY}?zoneId=after HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answers = await new Promise<string>((resolve, reject) => {
      const socket = connect(edge.port, '127.0.0.1', () => socket.write(refused + next));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(answers).toContain('HTTP/1.1 415');
    expect(answers).toContain('"zoneId":"after"');
  });
});
