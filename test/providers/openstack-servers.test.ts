import { PlatformRefused } from '../../src/providers/drivers/driver.js';
import { SERVER, setUp } from './openstack-setup.js';

let run: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => (run = await setUp()));
afterEach(() => run.stop());

describe('servers on OpenStack', () => {
  it('are created with our id in their metadata, on a network the platform chooses', async () => {
    const { serverId } = await run.driver.createServer(run.connection, SERVER, run.signal);
    const [post] = run.cloud.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/servers'),
    );
    expect(post.content.server).toEqual({
      name: 'web',
      imageRef: 'debian',
      flavorRef: '2',
      networks: 'auto',
      metadata: { 'headroom-instance': 'i1' },
    });
    expect(post.headers['openstack-api-version']).toBe('compute 2.37');
    expect(run.cloud.servers).toMatchObject([{ id: serverId }]);
  });

  it('are attached to the networks given', async () => {
    await run.driver.createServer(run.connection, { ...SERVER, networks: ['n1', 'n2'] }, run.signal);
    const last = run.cloud.requests.at(-1);
    expect(last?.content.server.networks).toEqual([{ uuid: 'n1' }, { uuid: 'n2' }]);
  });

  it('leave the network to a platform that is too old to be asked for one', async () => {
    run.cloud.hasAutoNetworks = false;
    await run.driver.createServer(run.connection, SERVER, run.signal);
    expect(run.cloud.requests.at(-1)?.content.server).not.toHaveProperty('networks');
    expect(run.cloud.servers).toHaveLength(1);
  });

  it('are made once, however often they are asked for', async () => {
    const first = await run.driver.createServer(run.connection, SERVER, run.signal);
    expect(await run.driver.createServer(run.connection, SERVER, run.signal)).toEqual(first);
    expect(run.cloud.servers).toHaveLength(1);
  });

  it('are found by either id in whatever state they are, and not when they are gone', async () => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    const known = { serverId, instanceId: 'i1' };
    expect(await driver.findServer(connection, { instanceId: 'i1' })).toEqual({
      ...known,
      state: 'building',
    });
    cloud.servers[0].status = 'ACTIVE';
    expect(await driver.findServer(connection, { serverId })).toEqual({ ...known, state: 'active' });
    Object.assign(cloud.servers[0], { status: 'ERROR', fault: { message: 'No valid\u0000 host' } });
    const failed = { ...known, state: 'error', reason: 'No valid host' };
    expect(await driver.findServer(connection, { serverId })).toEqual(failed);
    cloud.servers[0].status = 'DELETED';
    expect(await driver.findServer(connection, { serverId })).toBeUndefined();
    expect(await driver.findServer(connection, { instanceId: 'i2' })).toBeUndefined();
    expect(await driver.findServer(connection, { serverId: 'none/../x' })).toBeUndefined();
  });

  it('are listed over all pages, without those of others', async () => {
    run.cloud.pageSize = 2;
    for (let n = 0; n < 7; n++) {
      const metadata = n % 3 === 0 ? { 'headroom-instance': `i${n}` } : {};
      run.cloud.servers.push({ id: `s${n}`, name: 'x', status: 'ACTIVE', metadata });
    }
    const listed = await run.driver.listServers(run.connection);
    expect(listed.map(({ instanceId }) => instanceId)).toEqual(['i0', 'i3', 'i6']);
    expect(await run.driver.findServer(run.connection, { serverId: 's1' })).toBeUndefined();
  });

  it('are deleted along with a double that a lost request left behind, and no other', async () => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    const other = await driver.createServer(connection, { ...SERVER, instanceId: 'i2' }, signal);
    cloud.servers.push({ ...cloud.servers[0], id: 'double', created: '2099-01-01T00:00:00Z' });
    expect(await driver.findServer(connection, { instanceId: 'i1' })).toMatchObject({ serverId });
    await driver.deleteServer(connection, serverId);
    expect(cloud.servers).toMatchObject([{ id: other.serverId }]);
    await driver.deleteServer(connection, serverId);
  });

  it('that are not ours are left alone', async () => {
    run.cloud.servers.push({ id: 's1', name: 'x', status: 'ACTIVE', metadata: {} });
    await run.driver.deleteServer(run.connection, 's1');
    expect(run.cloud.servers).toHaveLength(1);
  });

  it('are refused for an unknown flavor, and in the words of the platform for anything else', async () => {
    const { driver, connection, signal, cloud } = run;
    const unknown = driver.createServer(connection, { ...SERVER, flavor: 'm9' }, signal);
    await expect(unknown).rejects.toThrow(new PlatformRefused("flavor 'm9' does not exist on the platform"));
    cloud.intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/servers')
        ? { status: 403, content: { forbidden: { code: 403, message: 'Quota exceeded for cores' } } }
        : undefined;
    const refused = driver.createServer(connection, SERVER, signal);
    await expect(refused).rejects.toThrow(
      new PlatformRefused('the compute service answers 403: Quota exceeded for cores'),
    );
  });
});
