import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';

/** The hostile client. It attacks a process for some time, which must not affect the other clients. */

const HOST = 'Host: 127.0.0.1';
/** An address of its own, because the service limits each address. Linux lets a program use the whole loopback network. */
const ADDRESS = process.platform === 'linux' ? '127.0.0.66' : undefined;
const SLOW_CLIENTS = 40;
const OVERSIZED = 2 * 1024 * 1024;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET = 'x'.repeat(43);
const YEAR_SECONDS = 365 * 86_400;

const get = (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`;
const post = (path, length) => `POST ${path} HTTP/1.1\r\n${HOST}\r\nContent-Length: ${length}\r\n\r\n`;
const known = (head, credentials) => head.replace(HOST, `${HOST}\r\nAuthorization: ${credentials}`);
const whole = (path, body) => {
  const text = JSON.stringify(body);
  return post(path, text.length) + text;
};

const MANY = Array.from({ length: 1_000 }, (_, index) => `ResourceReservation:${uuid(index)}`);
const HEAVY = [
  whole('/query-capacity', { capacity: 'available', without: MANY.slice(0, 200) }),
  whole('/query-reservation', { 'show-utilization': true, elements: { some: MANY } }),
  whole('/find-windows', { capacity: { cores: 1 }, duration: YEAR_SECONDS / 2, limit: 100 }),
];

/**
 * `bytes`, a function of the tenant's credentials, returns all that a connection sends. The connections are destroyed at the end
 * of the fault.
 */
const ABUSES = [
  // Bodies that never end, without credentials and with those of the tenant.
  { clients: SLOW_CLIENTS / 2, bytes: () => `${post('/create-reservation', 200_000)}{` },
  { clients: SLOW_CLIENTS / 2, bytes: (tenant) => `${known(post('/create-reservation', 200_000), tenant)}{` },
  // Heads that never end.
  { clients: SLOW_CLIENTS, bytes: () => 'GET /reservations HTTP/1.1\r\nHost:' },
  // Answers that the client does not read.
  { clients: 8, bytes: (tenant) => known(get('/reservations?limit=1000'), tenant), isDeaf: true },
  { clients: 8, bytes: () => get('/metrics').repeat(8), isDeaf: true },
  // Pipelined requests on connections that are aborted.
  { clients: 4, bytes: () => get('/readyz').repeat(400), abortsAfter: 5 },
  { clients: 4, bytes: (tenant) => known(get('/reservations'), tenant).repeat(100), abortsAfter: 5 },
  // The heaviest queries, repeated.
  {
    clients: 8,
    bytes: (tenant) =>
      HEAVY.map((request) => known(request, tenant))
        .join('')
        .repeat(10),
  },
  // Guessed API keys.
  { clients: 8, bytes: () => guesses(50) },
  // A body that is too large, text that is not HTTP, and CONNECT.
  {
    clients: 4,
    bytes: (tenant) => known(post('/create-reservation', OVERSIZED), tenant) + 'x'.repeat(OVERSIZED),
  },
  { clients: 8, bytes: () => `${get('/zones')}NONSENSE\r\n\r\n` },
  { clients: 8, bytes: () => `CONNECT a.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n` },
];

/**
 * Resolves when the last connection is closed.
 *
 * @param tenant the credentials of a tenant without reservations
 * @param lasts milliseconds
 */
export async function harm(port, tenant, lasts) {
  const sockets = ABUSES.flatMap((abuse) =>
    Array.from({ length: abuse.clients }, () => misuse(port, tenant, abuse)),
  );
  await pause(lasts);
  for (const socket of sockets) socket.destroy();
}

function misuse(port, tenant, { bytes, isDeaf, abortsAfter }) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS });
  // The service is expected to refuse and close connections.
  socket.on('error', () => undefined);
  if (isDeaf) socket.pause();
  else socket.resume();
  socket.once('connect', () => {
    socket.write(bytes(tenant), 'latin1');
    if (abortsAfter !== undefined) setTimeout(() => socket.destroy(), abortsAfter);
  });
  return socket;
}

function guesses(count) {
  const guess = () => `Bearer ${wellFormed(randomBytes(16).toString('hex'), SECRET)}`;
  return Array.from({ length: count }, () => known(get('/reservations'), guess())).join('');
}

/** A key with a valid checksum. The service refuses any other without a lookup. */
function wellFormed(id, secret) {
  const text = `hr_${id}_${secret}`;
  const digits = [];
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62))
    digits.unshift(DIGITS[rest % 62]);
  return `${text}_${digits.join('')}`;
}

function uuid(index) {
  return `00000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
}
