import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { ProviderConnection } from '../provider-connection.js';
import {
  byAge,
  isServerOf,
  type Discovery,
  type Driver,
  type InstanceKey,
  type ServerKey,
  type ServerRequest,
  type ServerState,
} from './driver.js';
import { NetworkGuard } from '../../security/network-guard.js';
import { OpenstackCompute } from './openstack-compute.js';
import { OpenstackHttp } from './openstack-http.js';
import { readLimits } from './openstack-limits.js';
import { OpenstackSessions } from './openstack-sessions.js';

/**
 * OpenStack: Keystone v3, Nova, and the quotas of Cinder and Neutron if present. A server carries its instance's id in
 * its metadata, so it is found again when the answer to its creation was lost.
 */
@Injectable()
export class OpenstackDriver implements Driver, OnApplicationShutdown {
  readonly type = 'openstack';
  private readonly http: OpenstackHttp;
  private readonly sessions: OpenstackSessions;

  constructor({ providerAllowedNetworks }: Configuration) {
    this.http = new OpenstackHttp(new NetworkGuard(providerAllowedNetworks, 'PROVIDER_ALLOWED_NETWORKS'));
    this.sessions = new OpenstackSessions(this.http, () => performance.now());
  }

  /** Runs after the modules' shutdown, so that calls to platforms can finish. */
  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  async discover(
    connection: ProviderConnection,
    signal: AbortSignal,
    parts: AbortSignal = signal,
  ): Promise<Discovery> {
    const session = this.sessions.renewed(connection);
    const [quota, flavors, projectId] = await Promise.all([
      readLimits(session, signal, parts),
      new OpenstackCompute(session, signal).flavors(),
      session.projectId(signal),
    ]);
    return { ...quota, flavors, traits: {}, projectId };
  }

  async createServer(
    connection: ProviderConnection,
    request: ServerRequest,
    signal: AbortSignal,
  ): Promise<{ readonly serverId: string }> {
    const compute = this.compute(connection, signal);
    const known = first(await compute.servers({ name: request.name }), request);
    return { serverId: known?.serverId ?? (await compute.create(request)) };
  }

  async findServer(
    connection: ProviderConnection,
    key: ServerKey,
    signal?: AbortSignal,
  ): Promise<ServerState | undefined> {
    const compute = this.compute(connection, signal);
    if ('serverId' in key) return compute.server(key.serverId);
    const found = first(await compute.servers(key), key);
    // A list doesn't contain the fault.
    return found?.state === 'error' ? compute.server(found.serverId) : found;
  }

  listServers(connection: ProviderConnection, signal?: AbortSignal): Promise<readonly ServerState[]> {
    return this.compute(connection, signal).servers();
  }

  /** Nova ignores a repeated delete of a server that it is deleting already. */
  async deleteServer(
    connection: ProviderConnection,
    serverId: string,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const compute = this.compute(connection, signal);
    if (!(await compute.server(serverId))) return true;
    await compute.delete(serverId);
    return !(await compute.server(serverId));
  }

  private compute(connection: ProviderConnection, signal?: AbortSignal): OpenstackCompute {
    return new OpenstackCompute(this.sessions.of(connection), signal);
  }
}

/** The oldest of an instance's servers, so that all processes choose the same one. */
function first(servers: readonly ServerState[], key: InstanceKey): ServerState | undefined {
  return servers.filter((server) => isServerOf(key, server)).sort(byAge)[0];
}
