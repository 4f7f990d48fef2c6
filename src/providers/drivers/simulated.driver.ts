import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { Flavor } from '../provider.js';
import {
  CredentialsRefused,
  PlatformRefused,
  PlatformUnreachable,
  type Discovery,
  type Driver,
  type ServerKey,
  type ServerRequest,
  type ServerState,
} from './driver.js';

export const SIMULATED_FLAVORS: readonly Flavor[] = [
  { id: '0', name: 'sim.nano', cores: 1, ram: 128, gigabytes: 0 },
  { id: '1', name: 'm1.tiny', cores: 1, ram: 512, gigabytes: 1 },
  { id: '2', name: 'm1.small', cores: 1, ram: 2048, gigabytes: 20 },
  { id: '3', name: 'm1.medium', cores: 2, ram: 4096, gigabytes: 40 },
  { id: '4', name: 'm1.large', cores: 4, ram: 8192, gigabytes: 80 },
  { id: '5', name: 'm1.xlarge', cores: 8, ram: 16384, gigabytes: 160 },
];

const REFUSED_PASSWORD = 'wrong';
const UNREACHABLE_HOST = 'unreachable.invalid';
const FAILING_IMAGE = 'fail';

interface SimulatedServer {
  readonly cloud: string;
  readonly instanceId: string;
  readonly fails: boolean;
  /** On the monotonic clock, in milliseconds. */
  readonly bootedAt: number;
}

/**
 * A platform inside this process, for evaluation and tests. A few inputs make it misbehave as real ones do: the
 * password `wrong` is refused, the host `unreachable.invalid` never answers, servers of the image `fail` never boot.
 * Its servers live as long as the process; their ids follow from ours, so one that is made again is the same one.
 */
@Injectable()
export class SimulatedDriver implements Driver {
  readonly type = 'simulated';
  private readonly servers = new Map<string, SimulatedServer>();

  constructor(private readonly configuration: Configuration) {}

  discover(connection: ProviderConnection): Promise<Discovery> {
    return answer(connection, () => ({ flavors: SIMULATED_FLAVORS, limits: {}, traits: {} }));
  }

  createServer(
    connection: ProviderConnection,
    request: ServerRequest,
  ): Promise<{ readonly serverId: string }> {
    return answer(connection, (cloud) => {
      const serverId = serverIdOf(request.instanceId);
      if (!this.servers.has(serverId)) this.servers.set(serverId, this.boot(cloud, request));
      return { serverId };
    });
  }

  findServer(connection: ProviderConnection, key: ServerKey): Promise<ServerState | undefined> {
    return answer(connection, (cloud) => {
      const serverId = 'serverId' in key ? key.serverId : serverIdOf(key.instanceId);
      const server = this.servers.get(serverId);
      return server?.cloud === cloud ? stateOf(server) : undefined;
    });
  }

  listServers(connection: ProviderConnection): Promise<readonly ServerState[]> {
    return answer(connection, (cloud) =>
      [...this.servers.values()].filter((server) => server.cloud === cloud).map(stateOf),
    );
  }

  deleteServer(connection: ProviderConnection, serverId: string): Promise<void> {
    return answer(connection, (cloud) => {
      if (this.servers.get(serverId)?.cloud === cloud) this.servers.delete(serverId);
    });
  }

  private boot(cloud: string, { instanceId, image, flavor }: ServerRequest): SimulatedServer {
    const known = SIMULATED_FLAVORS.some(({ id, name }) => id === flavor || name === flavor);
    if (!known) throw new PlatformRefused(`flavor '${flavor}' does not exist on the platform`);
    const bootedAt = performance.now() + this.configuration.simulatedBootMilliseconds;
    return { cloud, instanceId, fails: image === FAILING_IMAGE, bootedAt };
  }
}

/** Lets a connection through to the cloud it names, or turns it away as the platform would. */
async function answer<T>(connection: ProviderConnection, work: (cloud: string) => T): Promise<T> {
  const { endpoint, region, tenant } = connection;
  if (new URL(endpoint).hostname === UNREACHABLE_HOST) {
    throw new PlatformUnreachable(`${UNREACHABLE_HOST} does not answer`);
  }
  if (connection.password === REFUSED_PASSWORD) {
    throw new CredentialsRefused('the platform refuses the user name or the password');
  }
  return Promise.resolve(work(JSON.stringify([endpoint, region, tenant.id, tenant.name])));
}

function serverIdOf(instanceId: string): string {
  return `sim-${instanceId}`;
}

function stateOf(server: SimulatedServer): ServerState {
  const { instanceId, fails, bootedAt } = server;
  const serverId = serverIdOf(instanceId);
  if (performance.now() < bootedAt) return { serverId, instanceId, state: 'building' };
  if (!fails) return { serverId, instanceId, state: 'active' };
  return { serverId, instanceId, state: 'error', reason: `the image '${FAILING_IMAGE}' does not boot` };
}
