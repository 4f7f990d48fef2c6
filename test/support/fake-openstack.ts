import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  acceptedBody,
  computeLimitsBody,
  flavorBody,
  networkQuotaBody,
  problem,
  serverBody,
  tokenBody,
  volumeLimitsBody,
} from './fake-openstack-bodies.js';

export { problem };

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
 * Keystone, Nova, Cinder and Neutron on one loopback port, as far as the driver uses them. test/openstack compares it with a real
 * OpenStack.
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
  /** Where the catalog says that Nova is, if that is not here. */
  computeOrigin?: string;
  /** The project that a login ends in. */
  projectId = 'p1';
  pageSize = 1000;
  services = ['compute', 'volumev3', 'network'];
  regions = ['RegionOne'];
  hasAutoNetworks = true;
  /** The existing objects, by id or name; undefined: every id exists. */
  projects?: readonly string[];
  images?: readonly string[];
  /** The maximum number of servers of the tenant. */
  quota = Infinity;
  networks?: readonly string[];
  /** Answers instead of the fake; undefined passes a request on to the fake. */
  intercept: (request: FakeRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined> = () =>
    undefined;
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
    return (await this.intercept(request)) ?? this.answer(request);
  }

  private answer(request: FakeRequest): FakeAnswer {
    const { method, path, headers } = request;
    if (path === '/identity/v3/auth/tokens') return this.login(request.content);
    if (!this.tokens.has(String(headers['x-auth-token'])))
      return { status: 401, content: problem(401, 'Unauthorized') };
    if (path === '/volume/v3/p1/limits') return { status: 200, content: volumeLimitsBody() };
    if (path === `/network/v2.0/quotas/${this.projectId}`)
      return { status: 200, content: networkQuotaBody() };
    const [, resource, id] = /^\/compute\/v2\.1\/(limits|flavors|servers)(?:\/(.+))?$/.exec(path) ?? [];
    if (resource === 'limits') return { status: 200, content: computeLimitsBody() };
    if (resource === 'flavors' && id === 'detail')
      return this.page('flavors', this.flavors, request, flavorBody);
    if (resource === 'servers' && id === 'detail')
      return this.page('servers', this.servers, request, (server) => serverBody(server, false));
    if (resource === 'servers' && method === 'POST') return this.boot(request);
    if (resource === 'servers' && id) return this.one(method, id);
    return { status: 404, content: problem(404, 'not here') };
  }

  private login({ auth }: any): FakeAnswer {
    const { user } = auth.identity.password;
    const { id, name } = auth.scope?.project ?? {};
    const isKnown = !id && !name ? true : has(this.projects, id ?? name);
    if (user.password !== this.password || !isKnown) return { status: 401, content: problem(401, 'refused') };
    const token = `token-${randomUUID()}`;
    this.tokens.add(token);
    const catalog = this.services.map((type) => ({
      id: `${type}-id`,
      name: type,
      type,
      endpoints: this.endpoints(type),
    }));
    const content = tokenBody(Date.now(), this.tokenSeconds, catalog, this.projectId);
    return { status: 201, headers: { 'x-subject-token': token }, content };
  }

  private endpoints(type: string): object[] {
    const paths: Record<string, string> = {
      compute: '/compute/v2.1/',
      volumev3: '/volume/v3/p1',
      network: '/network',
    };
    const originOf = (of: string) => (of === 'compute' && this.computeOrigin) || this.origin;
    return this.regions.flatMap((region) => [
      { id: 'e1', interface: 'admin', region, region_id: region, url: 'http://admin.invalid' },
      { id: 'e2', interface: 'public', region, region_id: region, url: `${originOf(type)}${paths[type]}` },
    ]);
  }

  private page(
    noun: string,
    all: Record<string, any>[],
    { query }: FakeRequest,
    body: (item: Record<string, any>) => object,
  ): FakeAnswer {
    const name = query.get('name');
    const matching = name ? all.filter((item) => new RegExp(name).test(item.name)) : all;
    const marker = query.get('marker');
    const from = matching.findIndex(({ id }) => id === marker) + 1;
    if (noun === 'flavors' && marker !== null && from === 0)
      return { status: 400, content: problem(400, `marker [${marker}] not found`) };
    const items = matching.slice(from, from + Math.min(this.pageSize, Number(query.get('limit'))));
    const hasMore = items.length > 0 && matching.at(-1) !== items.at(-1);
    const links = hasMore ? [{ rel: 'next', href: 'http://elsewhere.invalid/' }] : undefined;
    return { status: 200, content: { [noun]: items.map(body), [`${noun}_links`]: links } };
  }

  private boot({ headers, content }: FakeRequest): FakeAnswer {
    const minor = Number(/^compute 2\.(\d+)$/.exec(String(headers['openstack-api-version']))?.[1] ?? 1);
    if (minor > (this.hasAutoNetworks ? 93 : 36)) return { status: 406, content: problem(406, 'version') };
    const { name, imageRef, flavorRef, metadata, networks } = content.server;
    if (!this.flavors.some(({ id }) => id === flavorRef))
      return { status: 400, content: problem(400, 'no flavor') };
    if (this.servers.length + (content.server.min_count ?? 1) > this.quota)
      return { status: 403, content: problem(403, 'Quota exceeded for instances') };
    if (!has(this.images, imageRef)) return { status: 400, content: problem(400, 'no image') };
    const wanted = Array.isArray(networks) ? networks : [];
    if (!wanted.every(({ uuid }: any) => has(this.networks, uuid)))
      return { status: 400, content: problem(400, 'no network') };
    const created = new Date(1_700_000_000_000 + this.servers.length * 1000).toISOString();
    const server = { id: randomUUID(), name, metadata, status: 'BUILD', created };
    this.servers.push(server);
    return { status: 202, content: acceptedBody(server.id) };
  }

  private one(method: string, id: string): FakeAnswer {
    const at = this.servers.findIndex((server) => server.id === id);
    if (at < 0) return { status: 404, content: problem(404, 'Instance could not be found') };
    if (method === 'GET') return { status: 200, content: { server: serverBody(this.servers[at], true) } };
    this.servers.splice(at, 1);
    return { status: 204 };
  }
}

function has(known: readonly string[] | undefined, one: string): boolean {
  return known === undefined || known.includes(one);
}
