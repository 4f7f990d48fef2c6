import { randomUUID } from 'node:crypto';
import { merged, shapeOf, type Shape } from './shape.js';

/** A platform to query, and the steps that differ between platforms. */
export interface Asked {
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
  readonly tenant: string;
  readonly image: string;
  readonly flavor: string;
  readonly network: string;
  /** Waits until a server is no longer being built. */
  readonly settle: (ask: Ask, id: string) => Promise<void>;
  /** Members of a request for a server that will fail to start. */
  readonly failing: (ask: Ask) => Promise<object>;
}

/** The answer of a platform to one kind of request. */
export interface Exchange {
  readonly status: number;
  /** The headers that the driver reads, if present. */
  readonly headers: readonly string[];
  readonly body: Shape | null;
}

/** By service, then by method, path and status, such as `GET /servers/{id} 404`. */
export type Exchanges = Record<string, Record<string, Exchange>>;

export type Service = 'identity' | 'compute' | 'network' | 'volume';
type Answer = Readonly<{ status: number; headers: Headers; content: any }>;
type Options = Readonly<{
  service?: Service;
  method?: string;
  body?: object;
  version?: string;
  token?: string;
  /** Not recorded, because the driver does not send this request. */
  isAside?: boolean;
}>;
export type Ask = (path: string, options?: Options) => Promise<Answer>;

const TYPES: Readonly<Record<string, Service>> = {
  compute: 'compute',
  network: 'network',
  volumev3: 'volume',
};
export const NAME = 'headroom-exchanges';
const HEADERS_READ = ['x-subject-token', 'retry-after'];
const ID = /(?<=\/)(?:[0-9a-f]{32}|[0-9a-f-]{36}|p1)(?=$|[/?])/g;

/** Sends every request that the driver sends, and a few more, with a client that shares no code with the driver. */
export async function askAll(cloud: Asked): Promise<Exchanges> {
  const exchanges: Exchanges = {};
  const ask = await logIn(cloud, exchanges);
  await askForLimits(ask);
  await askForFlavors(ask);
  await askForServers(ask, cloud);
  await askInVain(ask, cloud);
  return exchanges;
}

async function logIn(cloud: Asked, exchanges: Exchanges): Promise<Ask> {
  const bases: Record<string, string> = { identity: cloud.endpoint };
  let token = '';
  let projectId = '';
  const ask: Ask = async (path, { service = 'compute', method = 'GET', body, version, ...more } = {}) => {
    const place = path.replace('{project}', projectId);
    const response = await fetch(bases[service] + place, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-auth-token': more.token ?? token,
        ...(version && { 'openstack-api-version': `compute ${version}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    const text = await response.text();
    const content: unknown = text === '' ? undefined : JSON.parse(text);
    const key = `${method} ${template(place)} ${status}`;
    const exchange = {
      status,
      headers: HEADERS_READ.filter((name) => headers.has(name)),
      body: content === undefined ? null : shapeOf(content),
    };
    if (!more.isAside) note((exchanges[service] ??= {}), key, exchange);
    return { status, headers, content };
  };
  const logged = await ask('/auth/tokens', claim(cloud, { project: { name: cloud.tenant, domain: DOMAIN } }));
  token = logged.headers.get('x-subject-token') ?? '';
  projectId = logged.content.token.project.id;
  for (const { type, endpoints } of logged.content.token.catalog) {
    const found = endpoints.find((endpoint: any) => endpoint.interface === 'public');
    if (TYPES[type] && found) bases[TYPES[type]] = found.url.replace(/\/$/, '');
  }
  await ask('/auth/tokens', claim(cloud, { project: { id: projectId } }));
  await ask('/auth/tokens', claim({ ...cloud, password: 'wrong' }, { project: { id: projectId } }));
  await ask('/auth/tokens', claim(cloud, { project: { id: randomUUID().replaceAll('-', '') } }));
  return ask;
}

const DOMAIN = { name: 'Default' };

function claim({ username, password }: Asked, scope: object): Options {
  const user = { name: username, domain: DOMAIN, password };
  const body = { auth: { identity: { methods: ['password'], password: { user } }, scope } };
  return { service: 'identity', method: 'POST', body, token: '' };
}

async function askForLimits(ask: Ask): Promise<void> {
  await ask('/limits');
  await ask('/limits', { service: 'volume' });
  await ask('/v2.0/quotas/{project}', { service: 'network' });
  await ask('/limits', { token: 'nobody' });
  await ask('/limits', { service: 'volume', token: 'nobody' });
  await ask('/v2.0/quotas/{project}', { service: 'network', token: 'nobody' });
}

async function askForFlavors(ask: Ask): Promise<void> {
  const { content } = await ask('/flavors/detail?limit=1');
  await ask(`/flavors/detail?limit=1000&marker=${content.flavors[0].id}`);
  await ask('/flavors/detail?limit=1000');
}

async function askForServers(ask: Ask, cloud: Asked): Promise<void> {
  const { image, flavor, network, settle } = cloud;
  const metadata = { 'headroom-instance': randomUUID(), 'headroom-deployment': randomUUID() };
  const boot = async (more: object, version?: string, beside: object = {}): Promise<string> => {
    const server = { name: NAME, imageRef: image, flavorRef: flavor, metadata, ...more };
    const body = { server, ...beside };
    return (await ask('/servers', { method: 'POST', version, body })).content.server.id;
  };
  const first = await boot({ networks: 'auto' }, '2.37');
  await ask(`/servers/${first}`);
  await settle(ask, first);
  const others = [await boot({ networks: [{ uuid: network }] }), await boot({})];
  for (const id of others) await settle(ask, id);
  await ask('/servers/detail?limit=1');
  const broken = await boot({}, undefined, await cloud.failing(ask));
  await settle(ask, broken);
  await ask('/servers/detail?limit=1');
  await ask(`/servers/detail?limit=1000&name=^${NAME}$`);
  for (const id of [first, ...others, broken]) {
    await ask(`/servers/${id}`);
    await ask(`/servers/${id}`, { method: 'DELETE' });
    while ((await ask(`/servers/${id}`)).status === 200) await new Promise((done) => setTimeout(done, 100));
    await ask(`/servers/${id}`, { method: 'DELETE' });
  }
}

async function askInVain(ask: Ask, { image, flavor, network }: Asked): Promise<void> {
  const right = { name: NAME, imageRef: image, flavorRef: flavor };
  const refuse = async (more: object, version?: string): Promise<void> => {
    await ask('/servers', { method: 'POST', version, body: { server: { ...right, ...more } } });
  };
  await refuse({ flavorRef: 'none' });
  await refuse({ imageRef: randomUUID() });
  await refuse({ networks: [{ uuid: randomUUID() }] });
  await refuse({ networks: [{ uuid: network }] }, '2.999');
  await refuse({ min_count: 1000 });
  await ask('/flavors/detail?limit=1000&marker=none');
  await ask(`/servers/${randomUUID()}`);
}

function note(known: Record<string, Exchange>, key: string, seen: Exchange): void {
  const before = known[key];
  if (!before) known[key] = seen;
  else if (before.body !== null && seen.body !== null)
    known[key] = { ...before, body: merged(before.body, seen.body) };
}

/** The path without the parts that differ between calls. */
export function template(path: string): string {
  const [place, query] = path.split('?');
  const names = query === undefined ? '' : `?${[...new URLSearchParams(query).keys()].sort().join('&')}`;
  return place.replace(ID, '{id}') + names;
}
