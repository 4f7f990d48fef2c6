import { isPlainObject } from '../../kernel/plain-object.js';
import { classesOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Flavor } from '../provider.js';
import {
  CreationUnanswered,
  PlatformRefused,
  PlatformUnreachable,
  RequestRefused,
  type ServerRequest,
  type ServerState,
} from './driver.js';
import type { PlatformAnswer } from './openstack-http.js';
import { DEPLOYMENT_KEY, INSTANCE_KEY, isGone, readFlavor, readServer } from './openstack-servers.js';
import type { Call, OpenstackSession } from './openstack-session.js';
import { identifierAt, listAt, objectAt } from './openstack-shapes.js';

/**
 * Items per request, and the maximum number of requests. A platform takes some 10 ms per server, and each request has its
 * own timeout.
 */
const PAGES = { flavors: { size: 1000, max: 100 }, servers: { size: 100, max: 1000 } } as const;
/** The first version that lets the platform choose or create a network, or use none. */
const NETWORK_CHOICE_VERSION = '2.37';
/** Nova's message when there is no network to choose and none can be created. */
const NO_NETWORK = /unable to automatically allocate a network/i;
/** A name that a regular expression of any database matches literally. A dot matches more, which is filtered out. */
const PLAIN_NAME = /^[A-Za-z0-9_. -]+$/;

/** Calls Nova on behalf of one tenant. */
export class OpenstackCompute {
  constructor(
    private readonly session: OpenstackSession,
    private readonly signal?: AbortSignal,
  ) {}

  flavors(): Promise<Flavor[]> {
    return this.pages('flavors', {}, readFlavor);
  }

  /** All servers of instances. Nova can't search metadata for its users, so the service filters them. */
  async servers({ name }: { readonly name?: string } = {}): Promise<ServerState[]> {
    const isPlain = name !== undefined && PLAIN_NAME.test(name);
    const filter: Record<string, string> = isPlain ? { name: `^${name}$` } : {};
    const servers = await this.pages('servers', filter, readServer);
    return servers.flatMap((server) => (server ? [this.redacted(server)] : []));
  }

  /**
   * Undefined for a server that is gone.
   *
   * @throws PlatformRefused for one without the metadata of an instance: it may be one that has lost them
   */
  async server(serverId: string): Promise<ServerState | undefined> {
    const answer = await this.session.call({
      service: 'compute',
      path: pathOf(serverId),
      signal: this.signal,
      accepted: [404],
    });
    if (isMissing(answer)) return undefined;
    const server = objectAt(objectAt(answer.content, 'body').server, 'server');
    const read = readServer(server);
    if (read) return this.redacted(read);
    if (isGone(server)) return undefined;
    throw new PlatformRefused(
      `server ${serverId} has no metadata '${INSTANCE_KEY}': set it again, or remove the server`,
    );
  }

  /** @throws RequestRefused for a reference that doesn't exist there, PlatformFull for a quota */
  async create(request: ServerRequest): Promise<string> {
    const { name, image, networks, instanceId, deploymentId, beforeSending } = request;
    const flavorRef = await this.flavorId(request);
    const metadata = { [INSTANCE_KEY]: instanceId, [DEPLOYMENT_KEY]: deploymentId };
    const server = { name, imageRef: image, flavorRef, metadata };
    const tryPost = (more: object, microversion?: string): Promise<string | undefined> =>
      this.tryPost({ content: { server: { ...server, ...more } }, microversion, beforeSending });
    if (networks.length > 0) return idOfMade(await tryPost({ networks: networks.map((uuid) => ({ uuid })) }));
    const made = await tryPost({ networks: 'auto' }, NETWORK_CHOICE_VERSION).catch((error: unknown) => {
      if (!(error instanceof RequestRefused) || !NO_NETWORK.test(error.message)) throw error;
      return tryPost({ networks: 'none' }, NETWORK_CHOICE_VERSION);
    });
    // An older platform uses the only network if the request names none.
    return made ?? idOfMade(await tryPost({}));
  }

  /** A server that doesn't exist counts as deleted. The platform has only begun to delete when this resolves. */
  async delete(serverId: string): Promise<void> {
    const answer = await this.session.call({
      service: 'compute',
      method: 'DELETE',
      path: pathOf(serverId),
      signal: this.signal,
      accepted: [404],
    });
    isMissing(answer);
  }

  /** Removes the password: a platform may repeat the request in a fault. */
  private redacted(server: ServerState): ServerState {
    return server.reason === undefined ? server : { ...server, reason: this.session.redacted(server.reason) };
  }

  /** The flavor may have been made anew since it was discovered. */
  private async flavorId({ flavor: wanted, amounts }: ServerRequest): Promise<string> {
    const flavors = await this.flavors();
    const flavor = flavors.find(({ id }) => id === wanted) ?? flavors.find(({ name }) => name === wanted);
    if (!flavor) throw new RequestRefused(`flavor '${wanted}' does not exist on the platform`);
    const { cores, ram, gigabytes } = flavor;
    // A disk is recorded only where pool entries have gigabytes.
    const disk: ResourceAmounts = amounts.gigabytes === undefined ? {} : { gigabytes };
    const sizes: ResourceAmounts = { cores, ram, ...disk };
    const grown = classesOf(sizes).find((name) => sizes[name] > (amounts[name] ?? 0));
    if (grown === undefined) return flavor.id;
    throw new RequestRefused(
      `flavor '${wanted}' has ${grown}=${sizes[grown]} on the platform, and ${amounts[grown] ?? 0} as it was discovered`,
    );
  }

  /** Undefined when the platform does not know the version. */
  private async tryPost(
    more: Pick<Call, 'content' | 'microversion' | 'beforeSending'>,
  ): Promise<string | undefined> {
    const call = {
      service: 'compute',
      method: 'POST',
      path: '/servers',
      signal: this.signal,
      accepted: [406],
      ...more,
    } as const;
    const answer = await this.session.call(call).catch((error: unknown) => {
      if (!(error instanceof PlatformUnreachable) || !error.mayHaveActed) throw error;
      throw new CreationUnanswered(error.message, error.retryAfter);
    });
    if (answer.status === 406) return undefined;
    return identifierAt(objectAt(objectAt(answer.content, 'body').server, 'server').id, 'server id');
  }

  /**
   * Pages by the last id and not by the platform's link, which could lead anywhere. The link only says that there is
   * more.
   */
  private async pages<T>(
    noun: 'flavors' | 'servers',
    filter: Readonly<Record<string, string>>,
    read: (item: unknown) => T,
  ): Promise<T[]> {
    const { size, max } = PAGES[noun];
    const pages: T[][] = [];
    let marker: string | undefined;
    while (pages.length < max) {
      const query = new URLSearchParams({ ...filter, limit: String(size), ...(marker ? { marker } : {}) });
      const path = `/${noun}/detail?${query.toString()}`;
      const { content } = await this.session.call({ service: 'compute', path, signal: this.signal });
      const body = objectAt(content, 'body');
      const items = listAt(body[noun], noun);
      if (items.length > size)
        throw new PlatformRefused(`the platform lists more ${noun} than it was asked for`);
      pages.push(items.map(read));
      if (items.length === 0 || !hasNext(body[`${noun}_links`])) return pages.flat();
      const last = identifierAt(objectAt(items.at(-1), noun).id, 'id');
      if (last === marker) throw new PlatformRefused(`the platform's list of ${noun} does not end`);
      marker = last;
    }
    throw new PlatformRefused(`the platform lists more ${noun} than ${max} pages hold`);
  }
}

/**
 * Whether Nova itself says that there is no such server: a 404 of a proxy before it says nothing, and must not
 * make a server count as gone that is running.
 *
 * @throws PlatformUnreachable for such a 404
 */
function isMissing({ status, content }: PlatformAnswer): boolean {
  if (status !== 404) return false;
  if (isPlainObject(content) && isPlainObject(content.itemNotFound)) return true;
  throw new PlatformUnreachable('the compute service answers 404, and not in its own words');
}

/** @throws RequestRefused if the platform knew no version of its interface that was asked for */
function idOfMade(id: string | undefined): string {
  if (id !== undefined) return id;
  throw new RequestRefused('the compute service knows no version of its interface that we do');
}

function pathOf(serverId: string): string {
  return `/servers/${encodeURIComponent(serverId)}`;
}

function hasNext(links: unknown): boolean {
  return Array.isArray(links) && links.some((link) => (link as { rel?: unknown } | null)?.rel === 'next');
}
