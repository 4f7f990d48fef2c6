import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import type { Instant } from '../../kernel/time-window.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { Traits } from '../../kernel/traits.js';
import type { Flavor, ProviderType } from '../provider.js';

/** Result of a discovery. */
export interface Discovery {
  readonly flavors: readonly Flavor[];
  /** The tenant's quota; a class that is absent is unlimited or unknown. */
  readonly limits: ResourceAmounts;
  /** Classes whose limit could not be read just now: the one that is known stays. */
  readonly unread?: readonly ResourceClass[];
  readonly traits: Partial<Traits>;
  /** The platform's id of the tenant, if it has ids: its name may come to mean another one. */
  readonly projectId?: string;
}

export interface ServerRequest {
  /** The service's id of the instance: two calls with the same id and name create one server. */
  readonly instanceId: string;
  /** The calling deployment. It leaves servers of other deployments in the same tenant alone. */
  readonly deploymentId: string;
  readonly name: string;
  readonly image: string;
  /** Id or name of a flavor of the platform. */
  readonly flavor: string;
  /** What is recorded for the server: a flavor that has grown since is refused. */
  readonly amounts: ResourceAmounts;
  /** Ids of networks of the platform. */
  readonly networks: readonly string[];
  /** Called right before the platform is asked for a server. What it throws prevents that. */
  readonly beforeSending?: () => void;
}

/**
 * A server by the platform's id, or by the instance's id if the platform's answer was lost: then none that says it is of another
 * deployment. The name narrows the platform's search: only for a caller that may miss a server which was created under another name.
 */
export type ServerKey = { readonly serverId: string } | InstanceKey;

export interface InstanceKey {
  readonly instanceId: string;
  readonly deploymentId: string;
  readonly name?: string;
}

/** Whether a server may be the one of an instance: a copied database has the instances of another deployment. */
export function isServerOf({ instanceId, deploymentId }: InstanceKey, server: ServerState): boolean {
  const isOurs = server.deploymentId === undefined || server.deploymentId === deploymentId;
  return isOurs && server.instanceId === instanceId;
}

export interface ServerState {
  readonly serverId: string;
  readonly instanceId: string;
  /** The deployment that created it; absent if the platform doesn't say. */
  readonly deploymentId?: string;
  /** By the platform's clock; absent if the platform doesn't say. */
  readonly createdAt?: Instant;
  readonly state: 'building' | 'active' | 'error';
  /** Why, in the platform's words, when the state is `error`. */
  readonly reason?: string;
}

/** The oldest first, so that all processes choose the same of an instance's servers; those without a time come last. */
export function byAge(a: ServerState, b: ServerState): number {
  const [elder, younger] = [a.createdAt ?? Number.MAX_SAFE_INTEGER, b.createdAt ?? Number.MAX_SAFE_INTEGER];
  return elder - younger || (a.serverId < b.serverId ? -1 : 1);
}

/**
 * One kind of platform. Any error but the ones below is a defect. Clients may see the texts of errors, so these never
 * contain a credential.
 */
export interface Driver {
  readonly type: ProviderType;
  /**
   * Authenticates and reads flavors, quota and traits.
   *
   * @param parts aborted some time before `signal`: limits that were not read by then are `unread`
   */
  discover(connection: ProviderConnection, signal: AbortSignal, parts?: AbortSignal): Promise<Discovery>;
  /**
   * Resolves as soon as the platform has accepted, while the server is still being built.
   *
   * @throws CreationUnanswered if the platform may create it all the same
   */
  createServer(
    connection: ProviderConnection,
    request: ServerRequest,
    signal: AbortSignal,
  ): Promise<{ readonly serverId: string }>;
  /** Undefined only if the platform answers that there is no such server. */
  findServer(
    connection: ProviderConnection,
    key: ServerKey,
    signal?: AbortSignal,
  ): Promise<ServerState | undefined>;
  /** All servers that carry an instance's id, also those of other deployments, and no other servers of the tenant. */
  listServers(connection: ProviderConnection, signal?: AbortSignal): Promise<readonly ServerState[]>;
  /**
   * Has this one server deleted and no other of its instance. True if it is gone, false while the platform is still
   * deleting it and it uses the tenant's quota: the caller calls again. A server that doesn't exist is gone.
   */
  deleteServer(connection: ProviderConnection, serverId: string, signal?: AbortSignal): Promise<boolean>;
}

/** The platform answered that it doesn't know this user, password or tenant. A retry is useless. */
export class CredentialsRefused extends Error {
  override readonly name = 'CredentialsRefused';
}

/** The platform did not answer, or is temporarily unavailable. A retry may succeed. */
export class PlatformUnreachable extends Error {
  override readonly name = 'PlatformUnreachable';

  /**
   * @param retryAfter seconds for which the platform wants no retry, if it says so
   * @param mayHaveActed whether the request may have reached the platform
   */
  constructor(
    message: string,
    readonly retryAfter = 0,
    readonly mayHaveActed = false,
  ) {
    super(message);
  }
}

/** The longest that a platform may ask to be left alone, in seconds. */
const MAX_ASKED_SECONDS = 600;

/** Seconds for which a platform that gave this error wants no retry. */
export function pauseAsked(error: unknown): number {
  return error instanceof PlatformUnreachable ? Math.min(error.retryAfter, MAX_ASKED_SECONDS) : 0;
}

/** No answer to the creation of a server, which the platform may still carry out. */
export class CreationUnanswered extends PlatformUnreachable {}

/**
 * The endpoint answers, but not as this platform does, or this process may not connect to it. That refuses a
 * registration. An instance is retried, because the answer may be a proxy's and the setting may be this process's alone.
 */
export class PlatformRefused extends Error {
  override readonly name: string = 'PlatformRefused';
}

/** The platform itself refuses to create this server, for instance for an unknown image. A retry is useless. */
export class RequestRefused extends PlatformRefused {
  override readonly name: string = 'RequestRefused';
}

/** A refusal for want of room. A retry may succeed while servers are being removed. */
export class PlatformFull extends RequestRefused {
  override readonly name = 'PlatformFull';
}
