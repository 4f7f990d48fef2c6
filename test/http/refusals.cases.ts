import { request } from 'undici';
import { OPERATIONS_PATHS } from '../../src/http/paths.js';
import type { EdgeApp } from './edge-app.js';
import { startEdgeApp } from './edge-app.js';

const NORTHBOUND = '/reservation/compute/create';

const everywhere = [...OPERATIONS_PATHS, NORTHBOUND];

const deep = (levels: number): string => `{"a":`.repeat(levels) + '1' + '}'.repeat(levels);

describe('refusals', () => {
  let edge: EdgeApp;
  beforeAll(async () => {
    edge = await startEdgeApp();
  });
  afterAll(() => edge.close());

  async function post(path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') {
    const answer = await request(edge.url + path, {
      method: method as 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: text ? JSON.parse(text) : undefined,
    };
  }

  describe.each(OPERATIONS_PATHS)('outcomes of the domain on %s', (path) => {
    const status = path === '/query-capacity' ? 201 : 200;

    it('tells a conflict in the body, with the offer', async () => {
      const answer = await post(path, { throw: 'conflict' });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.body).toEqual({
        result: 'conflict',
        message: 'requested cores=5 exceeds available 1',
        offer: {
          maxCapacity: { cores: 1 },
          nextWindow: { start: '1970-01-01T01:00:00Z', end: '1970-01-01T02:00:00Z' },
        },
      });
    });

    it.each(['invalid', 'unknown', 'inactive', 'policy'])('tells %s as an error', async (kind) => {
      const answer = await post(path, { throw: kind });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ result: 'error', message: expect.stringMatching(/.+/) });
    });

    it('leaves success alone', async () => {
      const answer = await post(path, { a: 1 });
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ result: 'ok', echo: { a: 1 } });
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    });
  });

  describe('outcomes of the domain elsewhere', () => {
    it.each([
      ['invalid', 400, 'invalid-request'],
      ['policy', 400, 'too-long'],
      ['inactive', 409, 'not-active'],
      ['unknown', 404, 'unknown-zone'],
      ['conflict', 409, 'capacity-exceeded'],
      ['unavailable', 503, 'queue-full'],
    ])('%s is %i', async (kind, status, code) => {
      const answer = await post(NORTHBOUND, { throw: kind });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ status, code, type: `urn:problem-type:headroom:${code}` });
      expect(answer.body.title).toMatch(/.+/);
      expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
      expect(answer.body).not.toHaveProperty('result');
    });

    it('points at the wrong member, escaping its name', async () => {
      const { body } = await post(NORTHBOUND, { throw: 'invalid' });
      const detail = 'capacity.a/b~c must be an integer';
      expect(body).toMatchObject({ detail, errors: [{ pointer: '/capacity/a~1b~0c', detail }] });
    });

    it('leaves an open end out of the offer', async () => {
      const { body } = await post(NORTHBOUND, { throw: 'conflict-open' });
      expect(body.offer).toEqual({ maxCapacity: {}, nextWindow: { start: '1970-01-01T01:00:00Z' } });
    });
  });

  describe.each(everywhere)('a JSON object whose content no member may have on %s', (path) => {
    it.each<[string, object | string, string]>([
      ['deep nesting', deep(33), '/a'.repeat(32)],
      ['NUL', { a: [{ zone: 'a\0' }] }, '/a/0/zone'],
      ['NUL in a name', { 'a\0': 1 }, '/a\uFFFD'],
      ['half a surrogate pair', '{"a":"\\ud800"}', '/a'],
    ])('%s is the outcome `error` in Group A, and 400 elsewhere', async (_, body, pointer) => {
      const answer = await post(path, body);
      expect(answer.body.errors[0].pointer).toBe(pointer);
      if (path === NORTHBOUND) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
      } else {
        expect(answer.status).toBe(path === '/query-capacity' ? 201 : 200);
        expect(answer.body).toMatchObject({ result: 'error', message: answer.body.errors[0].detail });
      }
    });
  });

  describe.each(everywhere)('refusals before the domain on %s', (path) => {
    // DELETE is allowed, because `create` could be the id of a reservation.
    const allowed = path === NORTHBOUND ? 'DELETE, OPTIONS, POST' : 'OPTIONS, POST';
    const bad: [string, number, string, unknown, Record<string, string>][] = [
      ['broken JSON', 400, 'malformed-json', '{"a":', {}],
      ['broken UTF-8', 400, 'malformed-json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}],
      ['a list', 400, 'body-not-an-object', '[]', {}],
      ['null', 400, 'body-not-an-object', 'null', {}],
      ['a string', 400, 'body-not-an-object', '"x"', {}],
      ['no body', 400, 'body-not-an-object', '', {}],
      ['too much', 413, 'payload-too-large', { a: 'x'.repeat(256 * 1024) }, {}],
      [
        'a form',
        415,
        'unsupported-media-type',
        'a=1',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
      ['text', 415, 'unsupported-media-type', '{}', { 'content-type': 'text/plain' }],
      [
        'Latin-1',
        415,
        'unsupported-media-type',
        '{}',
        { 'content-type': 'application/json; charset=latin1' },
      ],
      ['gzip', 415, 'unsupported-media-type', '{}', { 'content-encoding': 'gzip' }],
      ['unavailable', 503, 'queue-full', { throw: 'unavailable' }, {}],
      ['a lost database', 503, 'database-unavailable', { throw: 'lost' }, {}],
      ['401', 401, 'unauthorized', { throw: 'http-401' }, {}],
      ['429', 429, 'too-many-requests', { throw: 'http-429' }, {}],
      ['503', 503, 'unavailable', { throw: 'http-503' }, {}],
      ['502', 500, 'internal-error', { throw: 'http-502' }, {}],
      ['a bug', 500, 'internal-error', { throw: 'bug' }, {}],
      ['a thrown text', 500, 'internal-error', { throw: 'no-error' }, {}],
    ];

    it.each(bad)('%s: %i %s', async (_, status, code, body, headers) => {
      const answer = await post(path, body, headers);
      expect(answer).toMatchObject({ status, body: { status, code, title: expect.any(String) } });
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).not.toContain(edge.secret);
      expect(answer.text).not.toContain('stack');
      if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      if (path === NORTHBOUND) expect(answer.body).not.toHaveProperty('result');
      else expect(answer.body).toMatchObject({ result: 'error', message: answer.body.detail });
    });

    it('a wrong method: 405 with Allow', async () => {
      const answer = await post(path, {}, {}, 'PUT');
      expect(answer).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
      expect(answer.headers.allow).toBe(allowed);
      if (path !== NORTHBOUND) expect(answer.body.result).toBe('error');
    });

    it('OPTIONS tells what is allowed', async () => {
      const answer = await request(edge.url + path, { method: 'OPTIONS' });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers.allow).toBe(allowed);
      await answer.body.dump();
    });

    it('takes 32 levels and exactly 256 KiB', async () => {
      const body = `{"a":"${'x'.repeat(256 * 1024 - 8)}"}`;
      expect([200, 201]).toContain((await post(path, body)).status);
      expect([200, 201]).toContain((await post(path, deep(32))).status);
    });
  });

  it('names the member with the NUL', async () => {
    const { body } = await post(NORTHBOUND, { a: [{ zone: 'a\0' }] });
    expect(body.detail).toMatch(/^a\[0\]\.zone must not contain NUL/);
    expect(body.errors[0].pointer).toBe('/a/0/zone');
  });

  it('tells an unknown path or method before the fault of the body', async () => {
    expect((await post('/nowhere', '{"a":')).status).toBe(404);
    expect((await post('/capacity/compute/query', '{', {}, 'PATCH')).status).toBe(405);
    const unknown = await post('/nowhere', '');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(unknown.headers).not.toHaveProperty('allow');
  });

  it('refuses a path with a broken escape', async () => {
    const answer = await post('/reservation/compute/%FF', '{}', {}, 'DELETE');
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-request' } });
  });
});
