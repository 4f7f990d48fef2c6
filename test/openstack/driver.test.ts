import { randomUUID } from 'node:crypto';
import {
  CredentialsRefused,
  PlatformFull,
  PlatformRefused,
  PlatformUnreachable,
  type ServerKey,
  type ServerRequest,
} from '../../src/providers/drivers/driver.js';
import { connectionTo, openstackDriver } from '../providers/openstack-setup.js';
import { eventually } from '../support/eventually.js';
import { addLonelyTenant } from './admin.js';
import { CLOUD, isThere, removeServer } from './cloud.js';
import { Gateway } from './gateway.js';

const { endpoint, username, tenant, region, userDomainName, password } = CLOUD;
const target = { username, tenant, region, userDomainName };
const PATIENCE = 60_000;
const DEPLOYMENT = randomUUID();

(isThere ? describe : describe.skip)('OpenstackDriver, against a real OpenStack', () => {
  const driver = openstackDriver(CLOUD.allowedNetworks);
  const connection = connectionTo(endpoint, target, password);
  const { signal } = new AbortController();
  const request = (networks: string[]): ServerRequest => ({
    instanceId: randomUUID(),
    deploymentId: DEPLOYMENT,
    name: 'headroom-test',
    image: CLOUD.image,
    flavor: CLOUD.flavor,
    networks,
    amounts: CLOUD.amounts,
  });
  const untilState = (key: ServerKey, state: string | undefined) =>
    eventually(async () => expect((await driver.findServer(connection, key))?.state).toBe(state), PATIENCE);

  beforeAll(() => addLonelyTenant());
  afterAll(async () => {
    for (const { serverId } of await driver.listServers(connection))
      await removeServer(driver, connection, serverId);
    await driver.onApplicationShutdown();
  });

  it('discovers the platform', async () => {
    const { flavors } = await driver.discover(connection, signal);
    expect(flavors.find(({ id }) => id === CLOUD.flavor)).toMatchObject({ cores: 1, ram: 128, gigabytes: 0 });
  });

  it('reports the quotas of all available services', async () => {
    const number = expect.any(Number);
    const volumes = CLOUD.hasVolumes ? { gigabytes: number, volumes: number } : {};
    // The driver leaves out a slow service, so a second call may be needed.
    await eventually(async () => {
      const { limits } = await driver.discover(connection, signal);
      expect(limits).toMatchObject({ cores: number, ram: number, addresses: number, ...volumes });
    }, PATIENCE);
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
    await untilState({ instanceId, deploymentId: DEPLOYMENT }, 'active');
    const found = await driver.findServer(connection, { serverId });
    const createdAt = found?.createdAt ?? 0;
    expect(Math.abs(createdAt - Date.now() / 1000)).toBeLessThan(300);
    const known = { serverId, instanceId, deploymentId: DEPLOYMENT, createdAt, state: 'active' };
    expect(found).toEqual(known);
    expect(
      await driver.findServer(connection, { instanceId, deploymentId: DEPLOYMENT, name: wanted.name }),
    ).toEqual(known);
    expect(await driver.listServers(connection)).toContainEqual(known);
    await removeServer(driver, connection, serverId);
    expect(await driver.findServer(connection, { serverId })).toBeUndefined();
    await removeServer(driver, connection, serverId);
  });

  it('is refused when there is no room left', async () => {
    const { limits, flavors } = await driver.discover(connection, signal);
    const largest = [...flavors].sort((a, b) => b.cores - a.cores)[0];
    const most = Math.floor((limits.cores ?? 0) / largest.cores);
    expect(most).toBeGreaterThan(0);
    const order = () => ({ ...request([]), flavor: largest.id });
    for (let n = 0; n < most; n++) await driver.createServer(connection, order(), signal);
    await expect(driver.createServer(connection, order(), signal)).rejects.toThrow(PlatformFull);
    const servers = await driver.listServers(connection);
    await Promise.all(servers.map(({ serverId }) => removeServer(driver, connection, serverId)));
    expect(await driver.listServers(connection)).toEqual([]);
  });

  it('does without a network where the tenant has none', async () => {
    const lonely = connectionTo(endpoint, { ...target, tenant: { name: CLOUD.lonelyTenant } }, password);
    const wanted = request([]);
    const { serverId } = await driver.createServer(lonely, wanted, signal);
    expect(await driver.findServer(lonely, { serverId })).toMatchObject({ serverId });
    await removeServer(driver, lonely, serverId);
  });

  it('logs in again when the token is not honoured any more, and once', async () => {
    const gateway = await Gateway.before(endpoint);
    const through = connectionTo(gateway.endpoint, target, password);
    await driver.listServers(through);
    const logins = gateway.answered.get('POST');
    gateway.expired = gateway.token;
    await driver.listServers(through);
    expect(gateway.answered.get('POST')).toBe((logins ?? 0) + 1);
    await gateway.stop();
  });

  it.each(['refusing', 'silent'] as const)('waits for a platform that is %s', async (state) => {
    const gateway = await Gateway.before(endpoint);
    const through = connectionTo(gateway.endpoint, target, password);
    gateway.state = state;
    const look = () => driver.listServers(through, AbortSignal.timeout(2_000));
    await expect(look()).rejects.toThrow(PlatformUnreachable);
    gateway.state = 'up';
    await eventually(look, PATIENCE);
    await gateway.stop();
  });

  it.each([
    ['flavor', { flavor: 'no-such-flavor' }],
    ['image', { image: randomUUID() }],
    ['image', { image: 'not an id' }],
    ['network', { networks: [randomUUID()] }],
  ])('is refused an unknown %s', async (_, wrong) => {
    const wanted = { ...request([]), ...wrong };
    await expect(driver.createServer(connection, wanted, signal)).rejects.toThrow(PlatformRefused);
    expect(
      await driver.findServer(connection, { instanceId: wanted.instanceId, deploymentId: DEPLOYMENT }),
    ).toBeUndefined();
  });

  it('does not find what is not there', async () => {
    expect(await driver.findServer(connection, { serverId: randomUUID() })).toBeUndefined();
    expect(
      await driver.findServer(connection, { instanceId: randomUUID(), deploymentId: DEPLOYMENT }),
    ).toBeUndefined();
  });
});
