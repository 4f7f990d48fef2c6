import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { service } from '../support/shared-service.js';

const closing: (() => void)[] = [];
afterAll(() => closing.forEach((close) => close()));

/** Starts a server for the suite. */
export async function serverAt(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Answered = (response: ServerResponse, status: number, body: string, request: IncomingMessage) => void;

/** A proxy before the suite's service, which gives each answer to `answered`. */
export function proxyOf(answered: Answered): Promise<string> {
  return serverAt((request, response) => {
    void forward(request).then(({ status, body }) => answered(response, status, body, request));
  });
}

async function forward(request: IncomingMessage): Promise<{ status: number; body: string }> {
  const body = await buffer(request);
  const answer = await fetch(`${service.baseUrl}${request.url}`, {
    method: request.method,
    headers: Object.entries(request.headers as Record<string, string>).filter(([name]) => !OWN.has(name)),
    body: body.length > 0 ? body : undefined,
  });
  return { status: answer.status, body: await answer.text() };
}

/** Headers of one connection. */
const OWN = new Set(['host', 'connection', 'transfer-encoding', 'content-length', 'keep-alive', 'expect']);
