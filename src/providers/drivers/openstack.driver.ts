import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { Discovery, Driver, ServerKey, ServerRequest, ServerState } from './driver.js';
import { NetworkGuard } from '../../security/network-guard.js';
import { OpenstackCompute } from './openstack-compute.js';
import { OpenstackHttp } from './openstack-http.js';
import { readLimits } from './openstack-limits.js';
import type { OpenstackServer } from './openstack-servers.js';
import { OpenstackSessions } from './openstack-sessions.js';

/**
 * OpenStack: Keystone v3, Nova, and the quotas of Cinder and Neutron where they are. A server carries our id of its
 * instance in its metadata; by that it is found again when the answer to its creation was lost.
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

  /** Later than the modules' end, so that whoever is still speaking to a platform can finish. */
  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  async discover(connection: ProviderConnection, signal: AbortSignal): Promise<Discovery> {
    const session = this.sessions.renewed(connection);
    const [limits, flavors] = await Promise.all([
      readLimits(session, signal),
      new OpenstackCompute(session, signal).flavors(),
    ]);
    return { flavors, limits, traits: {} };
  }

  async createServer(
    connection: ProviderConnection,
    request: ServerRequest,
    signal: AbortSignal,
  ): Promise<{ readonly serverId: string }> {
    const compute = this.compute(connection, signal);
    const known = first(await compute.servers({ name: request.name }), request.instanceId);
    return { serverId: known?.serverId ?? (await compute.create(request)) };
  }

  async findServer(
    connection: ProviderConnection,
    key: ServerKey,
    signal?: AbortSignal,
  ): Promise<ServerState | undefined> {
    const compute = this.compute(connection, signal);
    const found =
      'serverId' in key ? await compute.server(key.serverId) : first(await compute.servers(), key.instanceId);
    return found && stateOf(found);
  }

  async listServers(connection: ProviderConnection, signal?: AbortSignal): Promise<readonly ServerState[]> {
    return (await this.compute(connection, signal).servers()).map(stateOf);
  }

  /**
   * A request to create that was given up may still have been carried out after the next one looked for its server, so
   * whatever carries the same instance's id goes along.
   */
  async deleteServer(connection: ProviderConnection, serverId: string, signal?: AbortSignal): Promise<void> {
    const compute = this.compute(connection, signal);
    const server = await compute.server(serverId);
    if (!server) return;
    const { instanceId, name } = server;
    const doubles = (await compute.servers({ name })).filter(
      (other) => other.instanceId === instanceId && other.serverId !== serverId,
    );
    for (const { serverId: double } of doubles) await compute.delete(double);
    await compute.delete(serverId);
  }

  private compute(connection: ProviderConnection, signal?: AbortSignal): OpenstackCompute {
    return new OpenstackCompute(this.sessions.of(connection), signal);
  }
}

/** The eldest of an instance's servers, so that all who look find the same one. */
function first(servers: readonly OpenstackServer[], instanceId: string): OpenstackServer | undefined {
  return servers
    .filter((server) => server.instanceId === instanceId)
    .sort((a, b) => order(a.createdAt, b.createdAt) || order(a.serverId, b.serverId))[0];
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function stateOf({ serverId, instanceId, state, reason }: OpenstackServer): ServerState {
  return reason === undefined ? { serverId, instanceId, state } : { serverId, instanceId, state, reason };
}
