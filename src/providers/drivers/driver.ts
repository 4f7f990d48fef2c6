import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import type { Instant } from '../../kernel/time-window.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { Traits } from '../../kernel/traits.js';
import type { Flavor, ProviderType } from '../provider.js';

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
  /** Which Headroom asks, so that it leaves alone what another one runs in the same tenant. */
  readonly deploymentId: string;
  readonly name: string;
  readonly image: string;
  /** Id or name of a flavor of the platform. */
  readonly flavor: string;
  /** Ids of networks of the platform. */
  readonly networks: readonly string[];
}

/**
 * A server by the platform's id, or by ours where the platform's answer was lost. The name, where it is given, narrows
 * down what the platform has to search.
 */
export type ServerKey =
  { readonly serverId: string } | { readonly instanceId: string; readonly name?: string };

export interface ServerState {
  readonly serverId: string;
  readonly instanceId: string;
  /** The Headroom that made it; absent where the platform does not tell. */
  readonly deploymentId?: string;
  /** By the platform's clock; absent where it does not tell. */
  readonly createdAt?: Instant;
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
  /** Undefined only where the platform itself says that it is not there. */
  findServer(
    connection: ProviderConnection,
    key: ServerKey,
    signal?: AbortSignal,
  ): Promise<ServerState | undefined>;
  /** All servers that carry an instance's id, also those of another deployment, and no others of the tenant. */
  listServers(connection: ProviderConnection, signal?: AbortSignal): Promise<readonly ServerState[]>;
  /**
   * Deletes this one server and no other of its instance, and resolves when it is gone: until then it takes from the
   * tenant's quota. One that is not there counts as deleted.
   */
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
  override readonly name: string = 'PlatformRefused';
}

/** It refuses for want of room. Trying again makes sense where servers are being removed. */
export class PlatformFull extends PlatformRefused {
  override readonly name = 'PlatformFull';
}
