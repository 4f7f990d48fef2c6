import { AllowedHosts } from '../../src/http/edge/allowed-hosts.js';
import { startEdgeApp, type EdgeApp } from './edge-app.js';
import { RawClient, type RawAnswer } from './raw-client.js';

const EVIL = 'Origin: http://evil.example';
const OWN = 'Host: capacity.example';
const LINK = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];

const ask = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n');

const create = (...headers: string[]): string =>
  `${ask('POST /create-reservation', ...headers, 'Content-Length: 2')}{}`;

describe('browsers', () => {
  let edge: EdgeApp;
  let local: EdgeApp;
  beforeAll(async () => {
    edge = await startEdgeApp(undefined, false, {
      hosts: new AllowedHosts([
        'capacity.example',
        'api.example:8443',
        'tls.example:443',
        'plain.example:80',
      ]),
    });
    local = await startEdgeApp(undefined, false, { hosts: new AllowedHosts(), isLocalOnly: true });
  });
  afterAll(() => Promise.all([edge.close(), local.close()]));

  async function answerTo(bytes: string, to: EdgeApp = edge): Promise<RawAnswer> {
    const client = await RawClient.to(to.app.getHttpServer());
    const answer = await client.send(bytes);
    client.socket.destroy();
    return answer;
  }

  const codeOf = ({ body }: RawAnswer): unknown => (JSON.parse(body) as { code?: string }).code;

  it.each([
    ['a page of another site', create(OWN, EVIL)],
    ['a page of another site, without a type', create(OWN, EVIL, 'Sec-Fetch-Mode: no-cors')],
    ['a page without an origin', create(OWN, 'Origin: null')],
    ['the same name on another port', create('Host: localhost:3000', 'Origin: http://localhost:8080')],
    ['a browser that says so', create(OWN, 'Sec-Fetch-Site: cross-site')],
    ['a page of the same site', create(OWN, 'Sec-Fetch-Site: same-site')],
    ['another site that reads', ask('GET /capacity/compute/query', OWN, 'Sec-Fetch-Site: cross-site')],
    ['another site that links to what is no page', ask('GET /capacity/compute/query', OWN, ...LINK)],
    [
      'another site that shows a page in a frame',
      ask('GET /docs', OWN, LINK[0], LINK[1], 'Sec-Fetch-Dest: iframe'),
    ],
    ['another site that posts a form', create(OWN, EVIL, ...LINK)],
    ['the wrong scheme of a name with a port', create(OWN, 'Origin: http://tls.example')],
  ])('refuses %s', async (_who, bytes) => {
    const answer = await answerTo(bytes);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'foreign-site']);
    expect(answer.head).not.toMatch(/access-control/i);
  });

  it.each([
    ['a client that is no browser', create(OWN)],
    [
      'its own page',
      create('Host: localhost:3000', 'Origin: http://localhost:3000', 'Sec-Fetch-Site: same-origin'),
    ],
    ['its own page behind TLS', create(OWN, 'Origin: https://capacity.example')],
    [
      'its own page behind a proxy that changes Host',
      create('Host: 10.0.0.1:3000', 'Origin: https://capacity.example'),
    ],
    ['its own page on the port of HTTPS', create('Host: 10.0.0.1:3000', 'Origin: https://tls.example')],
    ['its own page on the port of HTTP', create('Host: 10.0.0.1:3000', 'Origin: http://plain.example')],
    ['a read of its own page', ask('GET /capacity/compute/query', OWN, 'Sec-Fetch-Site: same-origin')],
    ['an address typed in', ask('GET /capacity/compute/query', OWN, 'Sec-Fetch-Site: none')],
  ])('serves %s', async (_who, bytes) => {
    expect((await answerTo(bytes)).status).toBe(200);
  });

  it('lets another site link to its pages', async () => {
    for (const path of ['/docs', '/docs/', '/console', '/console/zones?a=1', '/', '/openapi.json']) {
      expect(codeOf(await answerTo(ask(`GET ${path}`, OWN, ...LINK)))).not.toBe('foreign-site');
    }
  });

  it.each([
    ['a name of others', 'Host: evil.example', 421],
    ['a name that only begins like its own', 'Host: capacity.example.evil.example', 421],
    ['the wrong port of a name with one', 'Host: api.example', 421],
    ['what is no host', 'Host: a b', 421],
    ['nothing', 'Host: ', 421],
    ['its name', 'Host: Capacity.Example:3000', 200],
    ['a name with its port', 'Host: api.example:8443', 200],
    ['a name whose port clients leave out for HTTPS', 'Host: tls.example', 200],
    ['a name whose port clients leave out for HTTP', 'Host: plain.example', 200],
    ['that name with the port', 'Host: tls.example:443', 200],
    ['that name with another port', 'Host: tls.example:8443', 421],
    ['an address', 'Host: 192.0.2.7:3000', 200],
    ['an IPv6 address', 'Host: [::1]:3000', 200],
    ['a loopback name', 'Host: localhost:3000', 200],
  ])('answers to %s: %s → %i', async (_what, host, status) => {
    const answer = await answerTo(create(host));
    expect(answer.status).toBe(status);
    if (status === 421) expect(codeOf(answer)).toBe('host-not-served');
  });

  it('takes the host of a whole address for its host', async () => {
    expect((await answerTo(ask('GET http://evil.example/capacity/compute/query', OWN))).status).toBe(421);
  });

  it.each([
    ['an answer', create(OWN)],
    ['a refusal', create(OWN, EVIL)],
    ['a path that is none', ask('GET /nowhere', OWN)],
    ['what is no HTTP', 'NONSENSE\r\n\r\n'],
    ['a tunnel', ask('CONNECT a:1', OWN)],
  ])('keep nothing, guess nothing and frame nothing of %s', async (_what, bytes) => {
    const { head } = await answerTo(bytes);
    expect(head).toMatch(/^Cache-Control: no-store\r$/m);
    expect(head).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    expect(head).toMatch(/^Content-Security-Policy: frame-ancestors 'none'\r$/m);
  });

  it('a service without authentication on its own machine serves only that machine', async () => {
    expect((await answerTo(create('Host: 127.0.0.1:3000'), local)).status).toBe(200);
    expect((await answerTo(create('Host: localhost'), local)).status).toBe(200);
    for (const headers of [
      ['Host: 192.0.2.7'],
      ['Host: localhost', 'X-Forwarded-For: 192.0.2.7'],
      ['Host: localhost', 'X-Forwarded-Host: capacity.example'],
      ['Host: localhost', 'Forwarded: for=192.0.2.7'],
    ]) {
      const answer = await answerTo(create(...headers), local);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'local-only']);
    }
  });
});
