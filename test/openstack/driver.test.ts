import { randomUUID } from 'node:crypto';
import {
  CredentialsRefused,
  PlatformRefused,
  type ServerKey,
  type ServerRequest,
} from '../../src/providers/drivers/driver.js';
import { connectionTo, openstackDriver } from '../providers/openstack-setup.js';
import { eventually } from '../support/eventually.js';
import { CLOUD, isThere } from './cloud.js';

const { endpoint, username, tenant, region, userDomainName, password } = CLOUD;
const target = { username, tenant, region, userDomainName };
const PATIENCE = 60_000;

(isThere ? describe : describe.skip)('OpenstackDriver, against a real OpenStack', () => {
  const driver = openstackDriver(CLOUD.allowedNetworks);
  const connection = connectionTo(endpoint, target, password);
  const { signal } = new AbortController();
  const request = (networks: string[]): ServerRequest => ({
    instanceId: randomUUID(),
    name: 'headroom-test',
    image: CLOUD.image,
    flavor: CLOUD.flavor,
    networks,
  });
  const untilState = (key: ServerKey, state: string | undefined) =>
    eventually(async () => expect((await driver.findServer(connection, key))?.state).toBe(state), PATIENCE);

  afterAll(async () => {
    for (const { serverId } of await driver.listServers(connection))
      await driver.deleteServer(connection, serverId);
    await driver.onApplicationShutdown();
  });

  it('looks around', async () => {
    const { flavors, limits } = await driver.discover(connection, signal);
    expect(flavors.find(({ id }) => id === CLOUD.flavor)).toMatchObject({ cores: 1, ram: 128, gigabytes: 0 });
    expect(limits).toMatchObject({
      cores: expect.any(Number),
      ram: expect.any(Number),
      addresses: expect.any(Number),
    });
  });

  it('logs in by the id of a project and without a region', async () => {
    const byId = { ...target, tenant: { id: CLOUD.tenantId }, region: undefined };
    await expect(driver.discover(connectionTo(endpoint, byId, password), signal)).resolves.toBeDefined();
  });

  it('is refused with a wrong password, a tenant or a region that is not there', async () => {
    const look = (more: object, word = password) =>
      driver.discover(connectionTo(endpoint, { ...target, ...more }, word), signal);
    await expect(look({}, 'wrong')).rejects.toThrow(CredentialsRefused);
    await expect(look({ tenant: { name: 'nobody' } })).rejects.toThrow(CredentialsRefused);
    await expect(look({ region: 'nowhere' })).rejects.toThrow(PlatformRefused);
  });

  it.each([
    ['of its own choice', []],
    ['given', [CLOUD.network]],
  ])('brings up one server on a network %s, finds it and removes it', async (_, networks) => {
    const wanted = request(networks);
    const { instanceId } = wanted;
    const { serverId } = await driver.createServer(connection, wanted, signal);
    expect(await driver.createServer(connection, wanted, signal)).toEqual({ serverId });
    await untilState({ instanceId }, 'active');
    expect(await driver.findServer(connection, { serverId })).toEqual({
      serverId,
      instanceId,
      state: 'active',
    });
    expect(await driver.listServers(connection)).toContainEqual({ serverId, instanceId, state: 'active' });
    await driver.deleteServer(connection, serverId);
    await untilState({ serverId }, undefined);
    await driver.deleteServer(connection, serverId);
  });

  it.each([
    ['flavor', { flavor: 'no-such-flavor' }],
    ['image', { image: randomUUID() }],
    ['image', { image: 'not an id' }],
    ['network', { networks: [randomUUID()] }],
  ])('is refused an unknown %s', async (_, wrong) => {
    const wanted = { ...request([]), ...wrong };
    await expect(driver.createServer(connection, wanted, signal)).rejects.toThrow(PlatformRefused);
    expect(await driver.findServer(connection, { instanceId: wanted.instanceId })).toBeUndefined();
  });

  it('does not find what is not there', async () => {
    expect(await driver.findServer(connection, { serverId: randomUUID() })).toBeUndefined();
    expect(await driver.findServer(connection, { instanceId: randomUUID() })).toBeUndefined();
  });
});
