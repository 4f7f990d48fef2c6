import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdentityHttp } from './identity-http.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

// Regression: with one limit for all, callers of a service that answers were told that it has too many requests.
it('an identity service that does not answer leaves the others alone', async () => {
  const silent = await listen(() => undefined);
  const alive = await listen((_, response) => response.end('here'));
  const http = new IdentityHttp();
  const waiting = Array.from({ length: 256 }, () => http.get(silent).catch((error: unknown) => error));
  await expect(http.get(silent)).rejects.toThrow('too many requests');
  expect(await http.get(alive)).toEqual({ status: 200, text: 'here' });
  await http.onModuleDestroy();
  await Promise.all(waiting);
});

// Regression: valid tokens beyond the 32nd of an address were refused, and one address delayed all others.
it('clients take turns at an identity service, and all of them are answered', async () => {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const service = await listen(({ url = '' }, response) => {
    asked.push(url);
    if (asked.length <= 16) held.push(() => response.end());
    else response.end();
  });
  const http = new IdentityHttp();
  const many = Array.from({ length: 100 }, (_, index) => http.get(`${service}${index}`, { client: 'many' }));
  while (asked.length < 16) await nextTurn();
  const few = http.get(`${service}few`, { client: 'few' });
  held[0]();
  await few;
  expect(asked.indexOf('/few')).toBeLessThan(20);
  for (const answer of held) answer();
  expect(await Promise.all(many)).toHaveLength(100);
  await http.onModuleDestroy();
});
