import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly content?: unknown;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly content: any;
}

/**
 * Keystone, Nova, Cinder and Neutron on one loopback port, as far as the driver speaks to them. What it stands for
 * is asked of a real OpenStack in test/openstack.
 */
export class FakeOpenstack {
  readonly requests: FakeRequest[] = [];
  readonly servers: Record<string, any>[] = [];
  flavors: Record<string, any>[] = [
    { id: '1', name: 'm1.tiny', vcpus: 1, ram: 512, disk: 1 },
    { id: '2', name: 'm1.small', vcpus: 1, ram: 2048, disk: 20 },
  ];
  password = 'correct horse';
  tokenSeconds = 3600;
  pageSize = 1000;
  services = ['compute', 'volumev3', 'network'];
  regions = ['RegionOne'];
  hasAutoNetworks = true;
  /** Answers in place of the fake; undefined lets a request through. */
  intercept: (request: FakeRequest) => FakeAnswer | undefined = () => undefined;
  private readonly tokens = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeOpenstack> {
    const server = createServer();
    const fake = new FakeOpenstack(server);
    server.on('request', (request: IncomingMessage, response) => {
      void fake.receive(request).then(({ status, headers, content }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(content === undefined ? undefined : JSON.stringify(content));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get endpoint(): string {
    return `${this.origin}/identity/v3`;
  }

  get logins(): number {
    return this.requests.filter(({ path }) => path.endsWith('/auth/tokens')).length;
  }

  revokeTokens(): void {
    this.tokens.clear();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(incoming: IncomingMessage): Promise<FakeAnswer> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '/', this.origin);
    const text = Buffer.concat(chunks).toString();
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      content: text === '' ? undefined : JSON.parse(text),
    };
    this.requests.push(request);
    return this.intercept(request) ?? this.answer(request);
  }

  private answer(request: FakeRequest): FakeAnswer {
    const { method, path, headers } = request;
    if (path === '/identity/v3/auth/tokens') return this.login(request.content);
    if (!this.tokens.has(String(headers['x-auth-token'])))
      return { status: 401, content: problem(401, 'Unauthorized') };
    if (path === '/volume/v3/p1/limits') return this.volumeLimits();
    if (path === '/network/v2.0/quotas/p1')
      return { status: 200, content: { quota: { floatingip: 50, port: -1 } } };
    const [, resource, id] = /^\/compute\/v2\.1\/(limits|flavors|servers)(?:\/(.+))?$/.exec(path) ?? [];
    if (resource === 'limits') return this.computeLimits();
    if (resource === 'flavors' && id === 'detail') return this.page('flavors', this.flavors, request);
    if (resource === 'servers' && id === 'detail') return this.page('servers', this.servers, request);
    if (resource === 'servers' && method === 'POST') return this.boot(request);
    if (resource === 'servers' && id) return this.one(method, id);
    return { status: 404, content: problem(404, 'not here') };
  }

  private login({ auth }: any): FakeAnswer {
    const { user } = auth.identity.password;
    if (user.password !== this.password) return { status: 401, content: problem(401, 'refused') };
    const token = `token-${randomUUID()}`;
    this.tokens.add(token);
    const issued = Date.now();
    const content = {
      token: {
        issued_at: new Date(issued).toISOString(),
        expires_at: new Date(issued + this.tokenSeconds * 1000).toISOString(),
        project: { id: 'p1', name: 'promise' },
        catalog: this.services.map((type) => ({ type, endpoints: this.endpoints(type) })),
      },
    };
    return { status: 201, headers: { 'x-subject-token': token }, content };
  }

  private endpoints(type: string): object[] {
    const paths: Record<string, string> = {
      compute: '/compute/v2.1/',
      volumev3: '/volume/v3/p1',
      network: '/network',
    };
    return this.regions.flatMap((region) => [
      { interface: 'admin', region, url: 'http://admin.invalid' },
      { interface: 'public', region, region_id: region, url: `${this.origin}${paths[type]}` },
    ]);
  }

  private computeLimits(): FakeAnswer {
    const absolute = { maxTotalCores: 20, maxTotalRAMSize: 51200, maxTotalInstances: -1 };
    return { status: 200, content: { limits: { absolute } } };
  }

  private volumeLimits(): FakeAnswer {
    const absolute = { maxTotalVolumeGigabytes: 1000, maxTotalVolumes: 10, maxTotalSnapshots: 10 };
    return { status: 200, content: { limits: { absolute } } };
  }

  private page(noun: string, all: Record<string, any>[], { query }: FakeRequest): FakeAnswer {
    const name = query.get('name');
    const matching = name ? all.filter((item) => new RegExp(name).test(item.name)) : all;
    const from = matching.findIndex(({ id }) => id === query.get('marker')) + 1;
    const items = matching.slice(from, from + Math.min(this.pageSize, Number(query.get('limit'))));
    const hasMore = items.length > 0 && matching.at(-1) !== items.at(-1);
    const links = hasMore ? [{ rel: 'next', href: 'http://elsewhere.invalid/' }] : undefined;
    return { status: 200, content: { [noun]: items, [`${noun}_links`]: links } };
  }

  private boot({ headers, content }: FakeRequest): FakeAnswer {
    const isVersioned = headers['openstack-api-version'] !== undefined;
    if (isVersioned && !this.hasAutoNetworks) return { status: 406, content: problem(406, 'version') };
    const { name, flavorRef, metadata } = content.server;
    if (!this.flavors.some(({ id }) => id === flavorRef))
      return { status: 400, content: problem(400, 'no flavor') };
    const created = new Date(1_700_000_000_000 + this.servers.length * 1000).toISOString();
    const server = { id: randomUUID(), name, metadata, status: 'BUILD', created };
    this.servers.push(server);
    return { status: 202, content: { server: { id: server.id } } };
  }

  private one(method: string, id: string): FakeAnswer {
    const at = this.servers.findIndex((server) => server.id === id);
    if (at < 0) return { status: 404, content: problem(404, 'Instance could not be found') };
    if (method === 'GET') return { status: 200, content: { server: this.servers[at] } };
    this.servers.splice(at, 1);
    return { status: 204 };
  }
}

export function problem(code: number, message: string): object {
  return { badRequest: { code, message } };
}
