import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Draining } from './http/draining.js';

const SWEEP_MILLISECONDS = 50;

/** Well below the ten seconds that process managers commonly grant. */
const PATIENCE_MILLISECONDS = 6_000;

/** Keeps account of the connections to a server. Node has a list of them too, but shows it to nobody. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/**
 * Takes no more connections and lets the requests under way finish, then stops the workers. In this order, because a
 * request may still need a worker.
 */
export async function stopServing(
  app: NestExpressApplication,
  connections: ReadonlySet<Socket>,
): Promise<void> {
  app.get(Draining).begin();
  await closeServer(app.getHttpServer(), connections);
  await app.close();
}

async function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
  const closed = new Promise((resolve) => server.close(resolve));
  const sweep = setInterval(() => closeUnused(server, connections), SWEEP_MILLISECONDS);
  const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MILLISECONDS);
  await closed;
  clearInterval(sweep);
  clearTimeout(impatience);
}

/** For Node a connection that has not sent anything yet, such as browsers open ahead of need, is not idle. */
function closeUnused(server: Server, connections: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}
