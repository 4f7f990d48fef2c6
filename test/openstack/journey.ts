import { setTimeout as pause } from 'node:timers/promises';
import type { ServerState } from '../../src/providers/drivers/driver.js';
import type { OpenstackDriver } from '../../src/providers/drivers/openstack.driver.js';
import type { ProviderConnection } from '../../src/providers/provider-connection.js';
import { connectionTo, openstackDriver } from '../providers/openstack-setup.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { fromNow, instance, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { CLOUD, removeServer } from './cloud.js';
import { Gateway } from './gateway.js';

type Body = Record<string, any>;

const { endpoint, username, tenant, region, userDomainName, password } = CLOUD;
const PATIENCE = 120_000;
const POOL = { cores: 4, ram: 1024, instances: 4 };
const HALF = { cores: 2, ram: 256, instances: 2 };

/** The whole service on a real cloud behind a gateway, and a driver that connects without the gateway. */
export class Journey {
  readonly driver: OpenstackDriver = openstackDriver(CLOUD.allowedNetworks);
  readonly connection: ProviderConnection = connectionTo(
    endpoint,
    { username, tenant, region, userDomainName },
    password,
  );

  private constructor(
    readonly service: RunningService,
    readonly gateway: Gateway,
  ) {}

  static async start(): Promise<Journey> {
    const environment = { PROVIDER_ALLOWED_NETWORKS: CLOUD.allowedNetworks };
    return new Journey(await startService({ environment }), await Gateway.before(endpoint));
  }

  async stop(): Promise<void> {
    for (const { serverId } of await this.servers())
      await removeServer(this.driver, this.connection, serverId);
    await this.driver.onApplicationShutdown();
    await this.gateway.stop();
    await stopSound(this.service);
  }

  register(zone: string, more: object = {}): Promise<Body> {
    return this.service.operation('add-provider', {
      'provider-type': 'openstack',
      endpoint: this.gateway.endpoint,
      username,
      password,
      tenant,
      region,
      'user-domain-name': userDomainName,
      zone,
      ...more,
    });
  }

  /** A zone with a provider of some capacity, half of which is reserved for some seconds. */
  async begin(zone: string, seconds = 1_000_000): Promise<{ provider: string; reservation: string }> {
    const added = await this.register(zone);
    expect(added).toMatchObject({ result: 'ok' });
    const provider = added['provider-id'] as string;
    // On a slow machine, discovery may take longer than the request waits.
    await this.untilProvider(provider, 'active');
    await this.service.operation('increase-capacity', { source: provider, capacity: POOL });
    const window = [undefined, fromNow(this.service, seconds)] as const;
    const reserved = await reserve(this.service, zone, window, HALF);
    return { provider, reservation: reserved['reservation-id'] as string };
  }

  boot(reservation: string, more: object = {}): Promise<Body> {
    return this.service.operation('create-instance', {
      'reservation-id': reservation,
      name: 'headroom-journey',
      image: CLOUD.image,
      flavor: CLOUD.flavor,
      ...more,
    });
  }

  async bootUp(reservation: string): Promise<string> {
    const id = (await this.boot(reservation))['instance-id'] as string;
    await this.untilState(id, 'active');
    return id;
  }

  destroy(id: string): Promise<Body> {
    return this.service.operation('destroy-instance', { 'instance-id': id });
  }

  untilState(id: string, state: string): Promise<Body> {
    return eventually(async () => {
      await pause(200);
      const found = await instance(this.service, id);
      expect(found).toMatchObject({ state });
      return found;
    }, PATIENCE);
  }

  /** Triggers discovery until the provider has this state. */
  untilProvider(id: string, state: string): Promise<void> {
    return eventually(async () => {
      await pause(200);
      const { body } = await this.service.http.post(`/providers/${id}/discover`);
      expect(body).toMatchObject({ state });
    }, PATIENCE);
  }

  servers(): Promise<readonly ServerState[]> {
    return this.driver.listServers(this.connection);
  }

  async serversOf(id: string): Promise<readonly ServerState[]> {
    return (await this.servers()).filter(({ instanceId }) => instanceId === id);
  }

  /** Checks that all records agree with the ledger. */
  async sound(): Promise<void> {
    const { database, clock } = this.service;
    expect(await inconsistencies(database.url, clock.now())).toEqual([]);
  }
}
