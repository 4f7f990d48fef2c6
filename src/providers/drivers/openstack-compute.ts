import type { Flavor } from '../provider.js';
import { PlatformRefused, type ServerRequest } from './driver.js';
import { INSTANCE_KEY, readFlavor, readServer, type OpenstackServer } from './openstack-servers.js';
import type { OpenstackSession } from './openstack-session.js';
import { identifierAt, listAt, objectAt } from './openstack-shapes.js';

const PAGE = 1000;
const MOST_PAGES = 100;
/** The first that lets the platform choose or make a network. */
const AUTO_NETWORK_VERSION = '2.37';
/** A name that means itself in a regular expression of any database. */
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/** Nova, spoken to on behalf of one tenant. */
export class OpenstackCompute {
  constructor(
    private readonly session: OpenstackSession,
    private readonly signal?: AbortSignal,
  ) {}

  async flavors(): Promise<Flavor[]> {
    return (await this.pages('flavors', {})).map(readFlavor);
  }

  /** All servers made here. Nova searches no metadata for its users, so it is looked through here. */
  async servers(filter: { readonly name?: string } = {}): Promise<OpenstackServer[]> {
    const isPlain = filter.name !== undefined && PLAIN_NAME.test(filter.name);
    const pages = await this.pages('servers', isPlain ? { name: `^${filter.name}$` } : {});
    return pages.flatMap((server) => readServer(server) ?? []);
  }

  /** Undefined for one that is gone, and for one that was not made here. */
  async server(serverId: string): Promise<OpenstackServer | undefined> {
    const answer = await this.session.call({
      service: 'compute',
      path: `/servers/${encodeURIComponent(serverId)}`,
      signal: this.signal,
      accepted: [404],
    });
    if (answer.status === 404) return undefined;
    return readServer(objectAt(answer.content, 'body').server);
  }

  /** @throws PlatformRefused for what does not exist there and what a quota forbids */
  async create(request: ServerRequest): Promise<string> {
    const { name, image, networks, instanceId } = request;
    const flavorRef = await this.flavorId(request.flavor);
    const server = { name, imageRef: image, flavorRef, metadata: { [INSTANCE_KEY]: instanceId } };
    if (networks.length > 0) return this.post({ ...server, networks: networks.map((uuid) => ({ uuid })) });
    const made = await this.tryPost({ ...server, networks: 'auto' }, AUTO_NETWORK_VERSION);
    // A platform older than that puts a server on the only network there is, if it isn't told.
    return made ?? this.post(server);
  }

  /** One that is not there counts as deleted. */
  async delete(serverId: string): Promise<void> {
    const path = `/servers/${encodeURIComponent(serverId)}`;
    await this.session.call({
      service: 'compute',
      method: 'DELETE',
      path,
      signal: this.signal,
      accepted: [404],
    });
  }

  private async flavorId(wanted: string): Promise<string> {
    const flavors = await this.flavors();
    const flavor = flavors.find(({ id }) => id === wanted) ?? flavors.find(({ name }) => name === wanted);
    if (!flavor) throw new PlatformRefused(`flavor '${wanted}' does not exist on the platform`);
    return flavor.id;
  }

  private async post(server: object): Promise<string> {
    const id = await this.tryPost(server);
    if (id === undefined)
      throw new PlatformRefused('the compute service knows no version of its interface that we do');
    return id;
  }

  /** Undefined when the platform does not know the version. */
  private async tryPost(server: object, microversion?: string): Promise<string | undefined> {
    const answer = await this.session.call({
      service: 'compute',
      method: 'POST',
      path: '/servers',
      content: { server },
      microversion,
      signal: this.signal,
      accepted: [406],
    });
    if (answer.status === 406) return undefined;
    return identifierAt(objectAt(objectAt(answer.content, 'body').server, 'server').id, 'server id');
  }

  /**
   * Pages by the last id and not by the link the platform gives, which could lead anywhere; that there is a link
   * says only that there is more.
   */
  private async pages(
    noun: 'flavors' | 'servers',
    filter: Readonly<Record<string, string>>,
  ): Promise<unknown[]> {
    const all: unknown[] = [];
    let marker: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = new URLSearchParams({ ...filter, limit: String(PAGE), ...(marker ? { marker } : {}) });
      const path = `/${noun}/detail?${query.toString()}`;
      const { content } = await this.session.call({ service: 'compute', path, signal: this.signal });
      const body = objectAt(content, 'body');
      const items = listAt(body[noun], noun);
      all.push(...items);
      if (items.length === 0 || !hasNext(body[`${noun}_links`])) return all;
      marker = identifierAt(objectAt(items.at(-1), noun).id, 'id');
    }
    throw new PlatformRefused(`the platform lists more ${noun} than ${MOST_PAGES} pages hold`);
  }
}

function hasNext(links: unknown): boolean {
  return Array.isArray(links) && links.some((link) => (link as { rel?: unknown } | null)?.rel === 'next');
}
