import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Configuration } from '../../config/configuration.js';
import type { ProviderConnection } from '../provider-connection.js';
import type { Flavor } from '../provider.js';
import { SimulatedServerEntity } from './simulated-server.entity.js';
import {
  CredentialsRefused,
  PlatformUnreachable,
  RequestRefused,
  isServerOf,
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
  readonly id: string;
  readonly instanceId: string;
  readonly deploymentId: string | null;
  readonly createdAt: number;
  readonly fails: boolean;
  readonly isBuilding: boolean;
}

/** $1 id, $2 cloud, $3 instance, $4 deployment, $5 name, $6 whether it fails, $7 milliseconds to boot */
const BOOT = `
insert into simulated_servers (id, cloud, instance_id, deployment_id, name, fails, boots_at)
values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7::float8 / 1000))
on conflict do nothing`;

const SERVERS = `
select id, instance_id as "instanceId", deployment_id as "deploymentId", fails, boots_at > clock_timestamp() as "isBuilding",
       floor(extract(epoch from created_at))::float8 as "createdAt"
  from simulated_servers
 where cloud = $1`;

/**
 * A simulated platform for evaluation and tests. Some inputs make it misbehave like real ones: it refuses the password
 * `wrong`, the host `unreachable.invalid` never answers, servers of the image `fail` never boot. Its servers are rows
 * of the database, so they outlive a process and all processes see the same. Their ids derive from the instances'.
 */
@Injectable()
export class SimulatedDriver implements Driver {
  readonly type = 'simulated';

  constructor(
    private readonly configuration: Configuration,
    @InjectRepository(SimulatedServerEntity) private readonly servers: Repository<SimulatedServerEntity>,
  ) {}

  discover(connection: ProviderConnection): Promise<Discovery> {
    return answer(connection, () => Promise.resolve({ flavors: SIMULATED_FLAVORS, limits: {}, traits: {} }));
  }

  createServer(
    connection: ProviderConnection,
    request: ServerRequest,
  ): Promise<{ readonly serverId: string }> {
    return answer(connection, async (cloud) => {
      const { instanceId, deploymentId, name, image, flavor } = request;
      const isKnown = SIMULATED_FLAVORS.some((offered) => offered.id === flavor || offered.name === flavor);
      if (!isKnown) throw new RequestRefused(`flavor '${flavor}' does not exist on the platform`);
      const serverId = serverIdOf(instanceId);
      const milliseconds = this.configuration.simulatedBootMilliseconds;
      const fails = image === FAILING_IMAGE;
      const server = [serverId, cloud, instanceId, deploymentId, name, fails, milliseconds];
      request.beforeSending?.();
      await this.servers.query(BOOT, server);
      return { serverId };
    });
  }

  findServer(connection: ProviderConnection, key: ServerKey): Promise<ServerState | undefined> {
    return answer(connection, async (cloud) => {
      const [column, id] = 'serverId' in key ? ['id', key.serverId] : ['instance_id', key.instanceId];
      const sql = `${SERVERS} and ${column} = $2 order by created_at, id`;
      const found = (await this.servers.query<SimulatedServer[]>(sql, [cloud, id])).map(stateOf);
      return found.find((server) => 'serverId' in key || isServerOf(key, server));
    });
  }

  listServers(connection: ProviderConnection): Promise<readonly ServerState[]> {
    return answer(connection, async (cloud) =>
      (await this.servers.query<SimulatedServer[]>(`${SERVERS} order by id`, [cloud])).map(stateOf),
    );
  }

  deleteServer(connection: ProviderConnection, serverId: string): Promise<boolean> {
    return answer(connection, async (cloud) => {
      await this.servers.delete({ cloud, id: serverId });
      return true;
    });
  }
}

/** Calls the named cloud, or fails as a platform would. */
async function answer<T>(connection: ProviderConnection, work: (cloud: string) => Promise<T>): Promise<T> {
  const { endpoint, region, tenant } = connection.target;
  if (new URL(endpoint).hostname === UNREACHABLE_HOST) {
    throw new PlatformUnreachable(`${UNREACHABLE_HOST} does not answer`);
  }
  if (connection.password === REFUSED_PASSWORD) {
    throw new CredentialsRefused('the platform refuses the user name or the password');
  }
  return work(JSON.stringify([endpoint, region, tenant.id, tenant.name]));
}

function serverIdOf(instanceId: string): string {
  return `sim-${instanceId}`;
}

function stateOf({ id, instanceId, deploymentId, createdAt, ...server }: SimulatedServer): ServerState {
  const known = { serverId: id, instanceId, createdAt, ...(deploymentId === null ? {} : { deploymentId }) };
  if (server.isBuilding) return { ...known, state: 'building' };
  if (!server.fails) return { ...known, state: 'active' };
  return { ...known, state: 'error', reason: `the image '${FAILING_IMAGE}' does not boot` };
}
