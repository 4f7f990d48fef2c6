import { once } from 'node:events';
import { startEdgeApp, type EdgeApp } from './edge-app.js';
import { RawClient } from './raw-client.js';

type Path = '/create-reservation' | '/reservation/compute/create';
type Send = (path: Path, accept: string) => string;

const head = (line: string, ...headers: string[]): string =>
  [line, 'Host: a', ...headers, '', ''].join('\r\n');

const posted = (body: string, ...headers: string[]): Send => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return (path, accept) => head(`POST ${path} HTTP/1.1`, accept, ...headers, length) + body;
};

const chunked = (chunks: string): Send => {
  return (path, accept) => head(`POST ${path} HTTP/1.1`, accept, 'Transfer-Encoding: chunked') + chunks;
};

const asked = (method: string, version: string, ...headers: string[]): Send => {
  return (path, accept) => head(`${method} ${path} HTTP/${version}`, accept, ...headers);
};

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const CHUNK = `4e20\r\n${'x'.repeat(20_000)}\r\n`;

const CASES: readonly (readonly [string, number, string, Send])[] = [
  ['a method that is not served', 405, 'method-not-allowed', asked('PUT', '1.1')],
  ['broken JSON', 400, 'malformed-json', posted('{"a":')],
  ['a list', 400, 'body-not-an-object', posted('[]')],
  ['no body', 400, 'body-not-an-object', asked('POST', '1.1')],
  ['a form', 415, 'unsupported-media-type', posted('a=1', FORM)],
  ['a gzip', 415, 'unsupported-media-type', posted('{}', 'Content-Encoding: gzip')],
  ['too much', 413, 'payload-too-large', posted(`{"a":"${'x'.repeat(300_000)}"}`)],
  ['too much in chunks', 413, 'payload-too-large', chunked(`${CHUNK.repeat(20)}0\r\n\r\n`)],
  ['no login', 401, 'unauthorized', posted('{"throw":"http-401"}')],
  ['no right', 403, 'forbidden', posted('{"throw":"http-403"}')],
  ['too many requests', 429, 'too-many-requests', posted('{"throw":"http-429"}')],
  ['not now', 503, 'unavailable', posted('{"throw":"http-503"}')],
  ['a bug', 500, 'internal-error', posted('{"throw":"bug"}')],
  ['no host', 400, 'malformed-request', (path, accept) => `GET ${path} HTTP/1.1\r\n${accept}\r\n\r\n`],
  ['two hosts', 400, 'malformed-request', asked('GET', '1.1', 'Host: b')],
  ['HTTP that is none', 400, 'malformed-request', asked('GET', '9.9')],
  ['a header that is none', 400, 'malformed-request', asked('GET', '1.1', 'a b\0: c')],
  ['chunks that are none', 400, 'malformed-request', chunked('no length\r\n')],
  ['headers without end', 431, 'headers-too-large', asked('GET', '1.1', `X-Large: ${'x'.repeat(20_000)}`)],
  ['an expectation', 417, 'expectation-failed', posted('{}', 'Expect: a miracle')],
];

const ACCEPTS = [
  ['nothing in particular', 'X-Accept: none', 'application/problem+json'],
  ['JSON only', 'Accept: application/json', 'application/json; charset=utf-8'],
  ['anything', 'Accept: */*', 'application/problem+json'],
] as const;

describe('refusals raw', () => {
  let edge: EdgeApp;
  beforeAll(async () => {
    edge = await startEdgeApp();
  });
  afterAll(() => edge.close());

  async function answerTo(bytes: string) {
    const client = await RawClient.to(edge.app.getHttpServer());
    const { status, head: answer, body } = await client.send(bytes);
    client.socket.destroy();
    const type = /\r\ncontent-type: (.*)\r\n/i.exec(answer)?.[1];
    const allow = /\r\nallow: (.*)\r\n/i.exec(answer)?.[1];
    return { status, type, allow, body: JSON.parse(body) };
  }

  describe.each(CASES)('%s', (_, status, code, bytes) => {
    it.each(ACCEPTS)('is refused with one body for a client that takes %s', async (_name, accept, type) => {
      for (const path of ['/create-reservation', '/reservation/compute/create'] as const) {
        const answer = await answerTo(bytes(path, accept));
        const { detail } = answer.body;
        expect(answer).toMatchObject({ status, type });
        expect(answer.body).toMatchObject({ status, code, type: `urn:problem-type:headroom:${code}` });
        expect([typeof answer.body.title, typeof detail]).toEqual(['string', 'string']);
        const outcome = { result: answer.body.result, message: answer.body.message };
        expect(outcome).toEqual(path === '/create-reservation' ? { result: 'error', message: detail } : {});
      }
    });
  });

  it('an unknown path points to the document', async () => {
    const { status, body } = await answerTo(head('GET /nowhere HTTP/1.1'));
    expect([status, body.code, body.detail]).toEqual([
      404,
      'not-found',
      expect.stringContaining('/openapi.json'),
    ]);
  });

  it('a wrong method names the right ones', async () => {
    expect((await answerTo(head('PUT /create-reservation HTTP/1.1'))).allow).toBe('OPTIONS, POST');
  });

  it('a body as curl -d sends it is refused with the header to add', async () => {
    const { body } = await answerTo(posted('{"a":1}', FORM)('/create-reservation', 'Accept: */*'));
    expect(body.message).toContain("-H 'Content-Type: application/json'");
  });

  it('a body without a type is read', async () => {
    expect(await answerTo(posted('{"a":1}')('/create-reservation', 'Accept: */*'))).toMatchObject({
      status: 200,
      body: { echo: { a: 1 } },
    });
  });

  it('no interim answer goes to a client of HTTP/1.0, which knows none', async () => {
    const request = posted('{"a":', 'Expect: 100-continue')('/create-reservation', 'X-Accept: none');
    const { status, body } = await answerTo(request.replace('HTTP/1.1', 'HTTP/1.0'));
    expect([status, body.code]).toEqual([400, 'malformed-json']);
  });

  it('a broken request behind a good one is refused after that is answered, and the connection closed', async () => {
    const client = await RawClient.to(edge.app.getHttpServer());
    await client.send(head('GET /capacity/compute/query?zoneId=a HTTP/1.1'));
    const closed = once(client.socket, 'close');
    const { status } = await client.send('NONSENSE\r\n\r\n');
    await closed;
    expect([status, client.answers.length]).toEqual([400, 2]);
  });

  // Regression: the refusal was taken for the answer to the request before, which was carried out.
  it.each([
    ['bytes that are no HTTP', ' NONSENSE\r\n\r\n'],
    ['a tunnel', 'CONNECT b:80 HTTP/1.1\r\nHost: b:80\r\n\r\n'],
  ])('%s behind a request under way get no answer, and its own is the last', async (_name, bytes) => {
    const client = await RawClient.to(edge.app.getHttpServer());
    const closed = once(client.socket, 'close');
    const { status, head: answer } = await client.send(
      posted('{"a":1}')('/create-reservation', 'Accept: */*') + bytes,
    );
    client.socket.write(bytes);
    await closed;
    expect([status, client.answers.length]).toEqual([200, 1]);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });
});
