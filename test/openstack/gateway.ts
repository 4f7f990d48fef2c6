import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ORIGIN = /https?:\/\/[^/"\s]+/g;
/** Headers of a single connection, which are not forwarded. */
const HOP_BY_HOP = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

/**
 * A proxy in front of a whole cloud. It replaces the addresses in answers by its own, so that all other requests pass through it too. It
 * can make the cloud unreachable for a while without any effect on the cloud.
 */
export class Gateway {
  state: 'up' | 'refusing' | 'silent' = 'up';
  /** The last token seen, and a token that the cloud is to treat as unknown. */
  token = '';
  expired?: string;
  /** Number of answers of the cloud, by method. */
  readonly answered = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    private readonly keystone: URL,
  ) {}

  static async before(endpoint: string): Promise<Gateway> {
    const server = createServer();
    const gateway = new Gateway(server, new URL(endpoint));
    server.on('request', (request, response) => {
      gateway.pass(request, response).catch(() => request.socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get endpoint(): string {
    return this.through(this.keystone.origin) + this.keystone.pathname;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.state === 'silent') return;
    if (this.state === 'refusing') throw new Error('out of reach');
    const [, encoded, path] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET' } = request;
    const { 'x-auth-token': token, ...headers } = request.headers;
    this.token = String(token ?? this.token);
    if (token !== undefined) headers['x-auth-token'] = token === this.expired ? 'expired' : token;
    const answer = await fetch(Buffer.from(encoded, 'base64url').toString() + path, {
      method,
      headers: passedOn(Object.entries(headers)),
      body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
      redirect: 'manual',
    });
    this.answered.set(method, (this.answered.get(method) ?? 0) + 1);
    const text = await answer.text();
    response.writeHead(answer.status, passedOn([...answer.headers]));
    response.end(text.replace(ORIGIN, (origin) => this.through(origin)));
  }

  private through(origin: string): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${Buffer.from(origin).toString('base64url')}`;
  }
}

function passedOn(headers: [string, string | string[] | undefined][]): Record<string, string> {
  const kept = headers.filter(([name]) => !HOP_BY_HOP.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
