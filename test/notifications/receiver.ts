import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as received. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly position: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, any>;
}

export type Behaviour = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** All requests received, in order. */
  readonly received: Received[];
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export function answering(status: number, headers: Record<string, string> = {}): Behaviour {
  return (_, response) => void response.writeHead(status, headers).end();
}

/** Never answers. */
export const hanging: Behaviour = () => undefined;

/** A receiver of notifications on its own port. It acknowledges until `behave` is called. */
export async function startReceiver(first: Behaviour = answering(204)): Promise<Receiver> {
  let behaviour = first;
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { headers, url = '' } = request;
      const one: Received = {
        path: url,
        id: String(headers['webhook-id']),
        position: Number(headers['headroom-position']),
        headers,
        text,
        body: JSON.parse(text) as Record<string, any>,
      };
      received.push(one);
      behaviour(one, response);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    behave: (next) => (behaviour = next),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
