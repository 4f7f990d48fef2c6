import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHeadroom } from './headroom.js';
import { UnreachableError, unwrap } from './problem.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const RESERVATION = { zone: 'demo', capacity: { cores: 1 } };

describe('a redirect', () => {
  // Regression: it was followed with the token of Keystone, the tenant and the body; a POST became a GET.
  it.each([301, 302, 303, 307, 308])('%d is not followed, and not sent again', async (status) => {
    const seen: (string | undefined)[] = [];
    const other = await serve(({ method }, response) => {
      seen.push(`other ${method}`);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"result":"ok"}');
    });
    const baseUrl = await serve(({ method }, response) => {
      seen.push(method);
      response.writeHead(status, { Location: other }).end();
    });
    const { operate } = createHeadroom({ baseUrl, keystoneToken: 'gAAAA', tenant: 'blue' });
    await expect(operate('/create-reservation', RESERVATION)).rejects.toBeInstanceOf(UnreachableError);
    expect(seen).toEqual(['POST']);
  });

  it.each([
    ['https://user:secret@b.example/zones?token=secret#secret', 'https://b.example/zones'],
    ['/v1/zones', 'http://a.example/v1/zones'],
    ['javascript:secret', 'another address'],
    ['https://', 'another address'],
    [undefined, 'another address'],
  ])('to %s: the error names the address to use', async (location, target) => {
    const headers = new Headers(location === undefined ? [] : [['Location', location]]);
    const fetch = () => Promise.resolve(new Response(null, { status: 302, headers }));
    const { http } = createHeadroom({ baseUrl: 'http://a.example', fetch });
    const message = `no answer from http://a.example: it redirects to ${target}; use that address`;
    await expect(http.GET('/zones')).rejects.toThrow(message);
  });

  it('is recognized in a browser, which hides its status', async () => {
    const hidden = { type: { value: 'opaqueredirect' }, status: { value: 0 }, ok: { value: false } };
    const fetch = () => Promise.resolve(Object.defineProperties(new Response(null), hidden));
    const { http } = createHeadroom({ baseUrl: 'http://a.example', fetch });
    await expect(unwrap(http.GET('/zones'))).rejects.toThrow('it redirects to another address');
  });
});

describe('an answer that is read as text', () => {
  const CSV = 'zone,cores\r\n';
  const read = (type: string | undefined, Accept?: string) => {
    const headers = new Headers(type === undefined ? [] : [['Content-Type', type]]);
    const fetch = () => Promise.resolve(new Response(new TextEncoder().encode(CSV), { headers }));
    const { http } = createHeadroom({ baseUrl: 'http://a.example', fetch });
    return unwrap(http.GET('/reports/usage', { headers: { Accept }, parseAs: 'text' }));
  };

  // Regression: the page of a proxy counted as CSV.
  it.each([
    ['text/html; charset=utf-8', 'text/csv'],
    ['application/json', 'text/csv'],
    [undefined, 'text/csv'],
    ['application/json', 'text/*'],
  ])('of type %s is refused where %s was asked for', async (type, accept) => {
    const given = read(type, accept);
    await expect(given).rejects.toBeInstanceOf(UnreachableError);
    await expect(given).rejects.toThrow(`${type ?? 'no type'} instead of ${accept}`);
  });

  it.each([
    ['text/csv; charset=utf-8', 'text/csv'],
    ['TEXT/CSV', 'application/json;q=0.1, Text/CSV;q=1'],
    ['text/csv', 'text/*'],
    ['text/csv', '*/*'],
    ['text/plain', undefined],
  ])('of type %s is taken where %s was asked for', async (type, accept) => {
    expect(await read(type, accept)).toBe(CSV);
  });
});

describe('an answer without a usable body', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const answering = (status: number, body: string | null, headers: Record<string, string> = JSON_TYPE) => {
    const fetch = () => Promise.resolve(new Response(body, { status, headers }));
    return createHeadroom({ baseUrl: 'http://a.example', fetch });
  };
  const UNUSABLE: readonly (readonly [number, string | null, Record<string, string>])[] = [
    [200, null, JSON_TYPE],
    [200, '', JSON_TYPE],
    [200, '', { ...JSON_TYPE, 'Content-Length': '0' }],
    [200, '', {}],
    [204, null, {}],
    [200, 'null', JSON_TYPE],
    [200, '[]', JSON_TYPE],
    [200, '"hi"', JSON_TYPE],
    [200, '1', JSON_TYPE],
  ];

  // Regression: operations resolved with undefined or null, and lists threw a TypeError.
  it.each(UNUSABLE)('%d %j %j is no answer of the service', async (status, body, headers) => {
    const { http, operate, items, timeline } = answering(status, body, headers);
    const query = { computeResourceTypeId: 'cpuCores' } as const;
    await expect(operate('/create-reservation', RESERVATION)).rejects.toBeInstanceOf(UnreachableError);
    await expect(items('/zones').next()).rejects.toBeInstanceOf(UnreachableError);
    await expect(timeline('compute', query).next()).rejects.toBeInstanceOf(UnreachableError);
    await expect(unwrap(http.GET('/zones'))).rejects.toBeInstanceOf(UnreachableError);
  });

  it.each(['{}', '{"result":"done"}', '{"items":{}}'])('%s is no outcome and no list', async (body) => {
    const { operate, dryRun, items } = answering(200, body);
    await expect(operate('/create-reservation', RESERVATION)).rejects.toBeInstanceOf(UnreachableError);
    await expect(dryRun('/create-reservation', RESERVATION)).rejects.toBeInstanceOf(UnreachableError);
    await expect(items('/zones').next()).rejects.toBeInstanceOf(UnreachableError);
  });

  it('is the answer of a request that has none', async () => {
    const { http } = answering(204, null, {});
    const change = http.POST('/capacity/compute/notification', { body: {} as never });
    await expect(unwrap(change)).resolves.toBeUndefined();
  });

  it('is not JSON that was asked for as a text', async () => {
    const { http } = answering(200, ' {"items":[]}');
    await expect(unwrap(http.GET('/zones', { parseAs: 'text' }))).resolves.toBe(' {"items":[]}');
  });
});
