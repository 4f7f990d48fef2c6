import { readConfiguration } from '../../src/config/configuration.js';
import { OpenstackDriver } from '../../src/providers/drivers/openstack.driver.js';
import { ProviderConnection, type ConnectionTarget } from '../../src/providers/provider-connection.js';
import { FakeOpenstack } from '../support/fake-openstack.js';

export const SERVER = {
  instanceId: 'i1',
  deploymentId: 'd1',
  name: 'web',
  image: 'debian',
  flavor: 'm1.small',
  networks: [],
  amounts: { instances: 1, cores: 1, ram: 2048, gigabytes: 20 },
};

/** A driver that may connect to loopback, and a platform there. */
export async function setUp(allowedNetworks = '127.0.0.0/8') {
  const cloud = await FakeOpenstack.start();
  const driver = openstackDriver(allowedNetworks);
  return {
    cloud,
    driver,
    connection: connectionTo(cloud.endpoint),
    signal: new AbortController().signal,
    stop: async (): Promise<void> => {
      await driver.onApplicationShutdown();
      await cloud.stop();
    },
  };
}

export function openstackDriver(allowedNetworks: string): OpenstackDriver {
  const environment = {
    DATABASE_URL: 'postgres://127.0.0.1/none',
    CREDENTIAL_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
    AUTH: 'none',
    PROVIDER_ALLOWED_NETWORKS: allowedNetworks,
  };
  return new OpenstackDriver(readConfiguration(environment));
}

export function connectionTo(
  endpoint: string,
  more: Partial<ConnectionTarget> = {},
  password = 'correct horse',
): ProviderConnection {
  const target = { username: 'operator', tenant: { name: 'promise' }, userDomainName: 'Default' };
  return new ProviderConnection({ endpoint, ...target, ...more }, password);
}
