import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { Flavor, ProviderType, Traits } from '../provider.js';

/** What a platform tells about itself. */
export interface Discovery {
  readonly flavors: readonly Flavor[];
  /** The tenant's quota; a class that is absent is unlimited or unknown. */
  readonly limits: ResourceAmounts;
  readonly traits: Partial<Traits>;
}

export interface ServerRequest {
  /** Our id of the instance: asking twice with the same one makes one server. */
  readonly instanceId: string;
  readonly name: string;
  readonly image: string;
  /** Id or name of a flavor of the platform. */
  readonly flavor: string;
  /** Ids of networks of the platform. */
  readonly networks: readonly string[];
}

/** A server by the platform's id, or by ours where the platform's answer was lost. */
export type ServerKey = { readonly serverId: string } | { readonly instanceId: string };

export interface ServerState {
  readonly serverId: string;
  readonly instanceId: string;
  readonly state: 'building' | 'active' | 'error';
  /** Why, in the platform's words, when the state is `error`. */
  readonly reason?: string;
}

/**
 * One kind of platform. Whatever it throws is one of the three errors below; anything else is a defect. Texts of
 * errors may be shown to a client, so they never carry a credential.
 */
export interface Driver {
  readonly type: ProviderType;
  /** Authenticates and looks around. */
  discover(connection: ProviderConnection, signal: AbortSignal): Promise<Discovery>;
  /** Answers as soon as the platform has accepted; the server is still being built then. */
  createServer(
    connection: ProviderConnection,
    request: ServerRequest,
    signal: AbortSignal,
  ): Promise<{ readonly serverId: string }>;
  findServer(
    connection: ProviderConnection,
    key: ServerKey,
    signal?: AbortSignal,
  ): Promise<ServerState | undefined>;
  /** Only servers that were made here, never those that others run in the same tenant. */
  listServers(connection: ProviderConnection, signal?: AbortSignal): Promise<readonly ServerState[]>;
  /** A server that is not there counts as deleted. */
  deleteServer(connection: ProviderConnection, serverId: string, signal?: AbortSignal): Promise<void>;
}

/** The platform answered, and does not know this user, password or tenant. Trying again is of no use. */
export class CredentialsRefused extends Error {
  override readonly name = 'CredentialsRefused';
}

/** The platform did not answer, or answered that it can't right now. Trying again makes sense. */
export class PlatformUnreachable extends Error {
  override readonly name = 'PlatformUnreachable';
}

/** The platform answered and refuses what was asked: an unknown image, a quota, an endpoint that is no platform. */
export class PlatformRefused extends Error {
  override readonly name = 'PlatformRefused';
}
