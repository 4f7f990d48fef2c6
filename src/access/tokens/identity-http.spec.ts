import { once } from 'node:events';
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
