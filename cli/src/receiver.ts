import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NotificationRejected, verifyNotification, type Notification } from '@headroom/client';

/** A reservation of 1,000 containers makes notifications of a third of that. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REMEMBERED_IDS = 10_000;

const JSON_TYPE = { 'Content-Type': 'application/json' };

export interface Receiver {
  readonly url: string;
  /** Known only after the subscribe, for which the address is needed first. */
  secret?: string;
  close(): Promise<void>;
}

/** Tells of each notification once; `onRejected` gets the reason why a request was refused. */
export interface ReceiverEvents {
  onNotification(notification: Notification): void;
  onRejected(reason: string): void;
}

/** A receiver of notifications on a port of its own. */
export async function openReceiver(host: string, port: number, events: ReceiverEvents): Promise<Receiver> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    answer(request, receiver.secret, seen, events)
      .then(({ status, body }) => response.writeHead(status, body === undefined ? {} : JSON_TYPE).end(body))
      // The request was cut in its body.
      .catch(() => response.destroy());
  });
  await listening(server, host, port);
  const { address, port: own } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body?: string;
}

/** 503 lets the service try again: the secret is about to be known. */
async function answer(
  request: IncomingMessage,
  secret: string | undefined,
  seen: Set<string>,
  events: ReceiverEvents,
): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405 };
  const { 'headroom-challenge': challenge } = request.headers;
  // It comes before the answer to the subscribe, so its signature can't be checked; the answer says no more than the question.
  if (challenge !== undefined) return { status: 200, body: JSON.stringify({ challenge }) };
  if (secret === undefined) return { status: 503 };
  const body = await bodyOf(request);
  if (body === undefined) return { status: 413 };
  try {
    const notification = await verifyNotification(request.headers, body, secret);
    if (!seen.has(notification.id)) events.onNotification(notification);
    remember(seen, notification.id);
    return { status: 204 };
  } catch (error) {
    events.onRejected(error instanceof NotificationRejected ? error.message : String(error));
    return { status: 401 };
  }
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MAX_REMEMBERED_IDS && oldest !== undefined) seen.delete(oldest);
}

/** Undefined: it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
