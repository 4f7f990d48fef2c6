import { randomUUID } from 'node:crypto';
import { Caller } from '../support/calls.js';
import { FakeOpenstack } from '../support/fake-openstack.js';
import { startService, type RunningService, type ServiceOptions } from '../support/service.js';

/** A server as a test reads it on the platform, without the service. */
export interface CloudServer {
  readonly id: string;
  readonly instanceId: string;
}

export interface NewServer {
  readonly instanceId?: string;
  /** Absent: the id of our deployment. Null: no id. */
  readonly deploymentId?: string | null;
  /** Age by the real clock. Absent: created long ago. */
  readonly secondsOld?: number;
}

/** A platform that a test can read and change without the service. */
export interface Cloud {
  readonly service: RunningService;
  /** Members of add-provider that register it. */
  readonly registration: Readonly<Record<string, unknown>>;
  servers(): Promise<CloudServer[]>;
  add(server: NewServer): Promise<string>;
  remove(serverId: string): Promise<void>;
  /** Makes a server fail. */
  fail(serverId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenstackCloud extends Cloud {
  readonly fake: FakeOpenstack;
}

const LOOPBACK = { PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** A fake OpenStack that boots its servers at the next request, and a service that may connect to it. */
export async function openstackCloud(options: ServiceOptions = {}): Promise<OpenstackCloud> {
  const fake = await FakeOpenstack.start();
  fake.intercept = () => {
    bootAll(fake);
    return undefined;
  };
  const service = await startService({ ...options, environment: { ...LOOPBACK, ...options.environment } });
  return {
    fake,
    service,
    registration: { 'provider-type': 'openstack', endpoint: fake.endpoint },
    servers: () =>
      Promise.resolve(
        fake.servers.map(({ id, metadata }) => ({
          id: String(id),
          instanceId: String(metadata['headroom-instance']),
        })),
      ),
    add: async ({ instanceId = randomUUID(), deploymentId, secondsOld = 1e6 }) => {
      const deployment = deploymentId === undefined ? await deploymentOf(service) : deploymentId;
      const id = randomUUID();
      const ours = deployment === null ? {} : { 'headroom-deployment': deployment };
      const metadata = { 'headroom-instance': instanceId, ...ours };
      const created = new Date(Date.now() - secondsOld * 1000).toISOString();
      fake.servers.push({ id, name: 'web', status: 'ACTIVE', metadata, created });
      return id;
    },
    remove: (serverId) => {
      fake.servers.splice(
        fake.servers.findIndex(({ id }) => id === serverId),
        1,
      );
      return Promise.resolve();
    },
    fail: (serverId) => {
      const failed = { status: 'ERROR', fault: { message: 'the host is lost' } };
      Object.assign(fake.servers.find(({ id }) => id === serverId) ?? {}, failed);
      return Promise.resolve();
    },
    stop: async () => {
      await service.stop();
      await fake.stop();
    },
  };
}

export function bootAll({ servers }: FakeOpenstack): void {
  for (const server of servers) if (server.status === 'BUILD') server.status = 'ACTIVE';
}

/** The simulated platform, whose servers are database rows. */
export async function simulatedCloud(options: ServiceOptions = {}): Promise<Cloud> {
  const service = await startService(options);
  const { dataSource } = service;
  const endpoint = `http://${randomUUID()}.example:5000/v3`;
  const tenant = { id: 't1', name: 'Tenant' };
  const cloud = JSON.stringify([endpoint, null, tenant.id, tenant.name]);
  return {
    service,
    registration: { 'provider-type': 'simulated', endpoint, tenant },
    servers: () =>
      dataSource.query<CloudServer[]>(
        `select id, instance_id as "instanceId" from simulated_servers where cloud = $1 order by created_at`,
        [cloud],
      ),
    add: async ({ instanceId = randomUUID(), deploymentId, secondsOld = 1e6 }) => {
      const deployment = deploymentId === undefined ? await deploymentOf(service) : deploymentId;
      const id = `sim-${randomUUID()}`;
      await dataSource.query(
        `insert into simulated_servers (id, cloud, instance_id, deployment_id, name, fails, boots_at, created_at)
         values ($1, $2, $3, $4, 'web', false, now(), clock_timestamp() - make_interval(secs => $5))`,
        [id, cloud, instanceId, deployment, secondsOld],
      );
      return id;
    },
    remove: (id) => dataSource.query(`delete from simulated_servers where id = $1`, [id]),
    fail: (id) => dataSource.query(`update simulated_servers set fails = true where id = $1`, [id]),
    stop: () => service.stop(),
  };
}

async function deploymentOf({ dataSource }: RunningService): Promise<string> {
  const [{ id }] = await dataSource.query<{ id: string }[]>(`select id from deployment`);
  return id;
}

/** Requests a reconciliation. Returns status and body. */
export async function reconcile(
  { baseUrl }: RunningService,
  provider: string,
): Promise<{ status: number; body: Record<string, any> }> {
  const caller = new Caller(baseUrl);
  try {
    return await caller.post(`/providers/${provider}/reconcile`, {});
  } finally {
    caller.close();
  }
}
