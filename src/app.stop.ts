import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer, TLSSocket } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { Draining } from './health/draining.js';
import { connectionEvent } from './http/edge/connections.js';
import { inTime } from './kernel/in-time.js';

const SWEEP_MS = 50;

/** Together with what follows well below the ten seconds that process managers commonly grant. */
const REQUESTS_MS = 5_000;
const WORKERS_MS = 2_500;

const logger = new Logger('Service');

/**
 * Tracks the open connections of a server. With TLS a connection is two sockets: the bytes of the outer one include the handshake.
 * Node tracks them too, but has no public list.
 */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  for (const event of new Set(['connection', connectionEvent(server)])) {
    server.on(event, (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
  }
  return connections;
}

/**
 * Reports not ready for `drainSeconds`, so that a proxy can send requests elsewhere. Then closes the server, lets the requests
 * under way finish, stops the workers, and ends the connections to the database. In this order, because a request may still
 * need a worker, and a worker the database. Each step has a time limit; passing it is logged.
 */
export async function stopServing(
  app: NestExpressApplication,
  connections: ReadonlySet<Socket>,
  drainSeconds: number,
): Promise<void> {
  const server: Server = app.getHttpServer();
  const timeout = setTimeout(() => cutOff(connections), REQUESTS_MS);
  app.get(Draining).begin();
  if (server.listening) {
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.prependListener(event, (_request: IncomingMessage, response: ServerResponse) => {
        response.setHeader('Connection', 'close');
      });
    }
    await pause(drainSeconds * 1000);
    await closeServer(server, connections);
  }
  clearTimeout(timeout);
  await endInTime(app.close(), WORKERS_MS, 'the workers');
}

/**
 * Waits for work to end, for a limited time. Work that is left then ends with the process.
 *
 * @param what a plural
 */
export async function endInTime(work: Promise<unknown>, milliseconds: number, what: string): Promise<void> {
  await inTime(work, milliseconds, () =>
    logger.warn(`${what} did not end in time: what is left of them ends with this process`),
  );
}

/** Those in a TLS handshake, too, of which the server doesn't know yet. */
function cutOff(connections: ReadonlySet<Socket>): void {
  logger.warn('requests that are still under way are cut off');
  for (const socket of connections) socket.destroy();
}

/** Not by the `close` of HTTP servers, which would destroy at once what Node counts as idle ({@link closeUnused}). */
async function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const sweep = setInterval(() => closeUnused(server, connections), SWEEP_MS);
  await closed;
  clearInterval(sweep);
}

/**
 * For Node a connection is idle once its answer was handed over, though its client may still be reading, and not idle as
 * long as it has not sent anything, such as browsers open ahead of need, or is in its TLS handshake. While answers are unread, the idle ones stay, too.
 */
function closeUnused(server: Server, connections: ReadonlySet<Socket>): void {
  if ([...connections].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections();
  const handshakes = server instanceof TlsServer ? inHandshake(connections) : [];
  for (const socket of [...connections].filter(({ bytesRead }) => bytesRead === 0).concat(handshakes))
    socket.destroy();
}

/** The outer sockets without an inner one: there is one as soon as the handshake is done. Both have the client's port. */
function inHandshake(connections: ReadonlySet<Socket>): Socket[] {
  const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  const [inner, outer] = [[...connections].filter(isInner), [...connections].filter((one) => !isInner(one))];
  const done = new Set(inner.map(clientOf));
  return outer.filter((socket) => !done.has(clientOf(socket)));
}

function isInner(socket: Socket): boolean {
  return socket instanceof TLSSocket;
}
