import type { OpenstackDriver } from '../../src/providers/drivers/openstack.driver.js';
import type { ProviderConnection } from '../../src/providers/provider-connection.js';
import { eventually } from '../support/eventually.js';

/** The real OpenStack, as its openrc file describes it. */
const variable = (name: string): string => process.env[name] ?? '';

export const isThere = variable('OS_AUTH_URL') !== '';

export const CLOUD = {
  endpoint: variable('OS_AUTH_URL'),
  username: variable('OS_USERNAME'),
  password: variable('OS_PASSWORD'),
  tenant: { name: variable('OS_PROJECT_NAME') },
  tenantId: variable('OS_PROJECT_ID'),
  region: variable('OS_REGION_NAME'),
  userDomainName: variable('OS_USER_DOMAIN_NAME') || 'Default',
  image: variable('OPENSTACK_IMAGE_ID'),
  flavor: variable('OPENSTACK_FLAVOR_ID'),
  /** At least those of the flavor. */
  amounts: { instances: 1, cores: 64, ram: 1_048_576 },
  admin: {
    username: variable('OPENSTACK_ADMIN_USERNAME'),
    password: variable('OPENSTACK_ADMIN_PASSWORD'),
    tenant: variable('OPENSTACK_ADMIN_PROJECT_NAME'),
  },
  /** Created by the administrator for the same user, without any network. */
  lonelyTenant: 'headroom-lonely',
  hasVolumes: variable('OPENSTACK_VOLUME_URL') !== '',
  network: variable('OPENSTACK_PRIVATE_NETWORK_ID'),
  /** Test clouds seldom have public addresses. */
  allowedNetworks: variable('PROVIDER_ALLOWED_NETWORKS') || '127.0.0.0/8',
};

const REMOVAL_MS = 60_000;

/** Deletes a server, and resolves when the platform has none with this id. */
export function removeServer(
  driver: OpenstackDriver,
  connection: ProviderConnection,
  serverId: string,
): Promise<void> {
  const removal = async (): Promise<void> =>
    expect(await driver.deleteServer(connection, serverId)).toBe(true);
  return eventually(removal, REMOVAL_MS, 500);
}
