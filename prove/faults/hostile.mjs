import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a client that means harm does to a process for a while, beside the others, who must not notice. */

const HOST = 'Host: 127.0.0.1';
const SLOW_CLIENTS = 40;
const OVERSIZED = 2 * 1024 * 1024;

const get = (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`;
const post = (path, length) => `POST ${path} HTTP/1.1\r\n${HOST}\r\nContent-Length: ${length}\r\n\r\n`;

/** Each gives what a connection sends at once; the connections are destroyed when the fault is over. */
const ABUSES = [
  // Bodies that never come to their end.
  { clients: SLOW_CLIENTS, bytes: () => `${post('/create-reservation', 200_000)}{` },
  // Heads that never come to their end.
  { clients: SLOW_CLIENTS, bytes: () => 'GET /reservations HTTP/1.1\r\nHost:' },
  // Answers that nobody reads.
  { clients: 8, bytes: () => get('/reservations?limit=1000'), isDeaf: true },
  { clients: 8, bytes: () => get('/metrics').repeat(8), isDeaf: true },
  // Pipelined, and aborted.
  { clients: 4, bytes: () => get('/readyz').repeat(400), abortsAfter: 5 },
  { clients: 4, bytes: () => get('/reservations').repeat(100), abortsAfter: 5 },
  // Too large, whole or in chunks; no HTTP; other protocols.
  { clients: 4, bytes: () => post('/create-reservation', OVERSIZED) + 'x'.repeat(OVERSIZED) },
  { clients: 8, bytes: () => `${get('/zones')}NONSENSE\r\n\r\n` },
  { clients: 8, bytes: () => `CONNECT a.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n` },
];

/** Resolves when the last connection is closed. */
export async function harm(port, lasts) {
  const sockets = ABUSES.flatMap((abuse) => Array.from({ length: abuse.clients }, () => misuse(port, abuse)));
  await pause(lasts);
  for (const socket of sockets) socket.destroy();
}

function misuse(port, { bytes, isDeaf, abortsAfter }) {
  const socket = connect(port, '127.0.0.1');
  // Being refused and closed is what it is for.
  socket.on('error', () => undefined);
  if (isDeaf) socket.pause();
  else socket.resume();
  socket.once('connect', () => {
    socket.write(bytes(), 'latin1');
    if (abortsAfter !== undefined) setTimeout(() => socket.destroy(), abortsAfter);
  });
  return socket;
}
