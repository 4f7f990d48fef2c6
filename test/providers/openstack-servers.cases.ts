import {
  CreationUnanswered,
  PlatformFull,
  PlatformRefused,
  PlatformUnreachable,
  RequestRefused,
} from '../../src/providers/drivers/driver.js';
import { problem } from '../support/fake-openstack.js';
import { SERVER, setUp } from './openstack-setup.js';

describe('servers on OpenStack', () => {
  let run: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => (run = await setUp()));
  afterEach(() => run.stop());
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
      metadata: { 'headroom-instance': 'i1', 'headroom-deployment': 'd1' },
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

  it('are created once, however often they are requested', async () => {
    const first = await run.driver.createServer(run.connection, SERVER, run.signal);
    expect(await run.driver.createServer(run.connection, SERVER, run.signal)).toEqual(first);
    expect(run.cloud.servers).toHaveLength(1);
  });

  it('are found by either id in whatever state they are, and not when they are gone', async () => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    const known = { serverId, instanceId: 'i1', deploymentId: 'd1', createdAt: 1_700_000_000 };
    expect(await driver.findServer(connection, { instanceId: 'i1', deploymentId: 'd1' })).toEqual({
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
    expect(await driver.findServer(connection, { instanceId: 'i2', deploymentId: 'd1' })).toBeUndefined();
    expect(await driver.findServer(connection, { serverId: 'none/../x' })).toBeUndefined();
  });

  // Regression: an instance took over the server of the deployment that its database was copied from.
  it('are not found by the id of their instance if they are of another deployment', async () => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, { ...SERVER, deploymentId: 'd2' }, signal);
    const key = { instanceId: 'i1', deploymentId: 'd1' };
    expect(await driver.findServer(connection, key)).toBeUndefined();
    expect(await driver.findServer(connection, { ...key, deploymentId: 'd2' })).toMatchObject({ serverId });
    expect((await driver.createServer(connection, SERVER, signal)).serverId).not.toBe(serverId);
    expect(cloud.servers).toHaveLength(2);
  });

  it('are listed over all pages, without those of others', async () => {
    run.cloud.pageSize = 2;
    for (let n = 0; n < 7; n++) {
      const metadata = n % 3 === 0 ? { 'headroom-instance': `i${n}` } : {};
      run.cloud.servers.push({ id: `s${n}`, name: 'x', status: 'ACTIVE', metadata });
    }
    const listed = await run.driver.listServers(run.connection);
    expect(listed.map(({ instanceId }) => instanceId)).toEqual(['i0', 'i3', 'i6']);
  });

  // Regression: a page of a thousand did not come in time from a platform that takes 11 ms for each, so it was never listed.
  it('are asked for in pages that a slow platform can answer', async () => {
    for (let n = 0; n < 250; n++)
      run.cloud.servers.push({
        id: `s${n}`,
        name: 'x',
        status: 'ACTIVE',
        metadata: { 'headroom-instance': `i${n}` },
      });
    run.cloud.intercept = ({ path, query }) =>
      path.endsWith('/servers/detail') && Number(query.get('limit')) > 100
        ? new Promise<never>(() => undefined)
        : undefined;
    expect(await run.driver.listServers(run.connection, AbortSignal.timeout(5_000))).toHaveLength(250);
  });

  it('are deleted one by one, a duplicate of a lost request separately', async () => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    cloud.servers.push({ ...cloud.servers[0], id: 'double', created: '2099-01-01T00:00:00Z' });
    const key = { instanceId: 'i1', deploymentId: 'd1', name: 'web' };
    expect(await driver.findServer(connection, key)).toMatchObject({ serverId });
    await driver.deleteServer(connection, serverId);
    await driver.deleteServer(connection, serverId);
    expect(await driver.findServer(connection, key)).toMatchObject({ serverId: 'double' });
  });

  it('count as deleted when they are gone, and not as soon as the platform has begun', async () => {
    const { driver, connection, cloud } = run;
    const server = { id: 's1', name: 'x', status: 'ACTIVE', metadata: { 'headroom-instance': 'i1' } };
    cloud.servers.push(server);
    let looks = 0;
    cloud.intercept = ({ method }) => {
      if (method === 'DELETE') return { status: 204 };
      if (++looks === 4) cloud.servers.length = 0;
      return undefined;
    };
    expect(await driver.deleteServer(connection, 's1')).toBe(false);
    expect(await driver.deleteServer(connection, 's1')).toBe(true);
    expect(looks).toBe(4);
  });

  it.each(['GET', 'DELETE'])('are not gone because a proxy answers %s with 404', async (wanted) => {
    const { driver, connection, cloud, signal } = run;
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    cloud.intercept = ({ method, path }) =>
      method === wanted && path.endsWith(serverId) ? { status: 404, content: 'no backend' } : undefined;
    await expect(driver.deleteServer(connection, serverId)).rejects.toThrow(PlatformUnreachable);
  });

  it('do without a network where there is none and the platform can make none', async () => {
    const { driver, connection, cloud, signal } = run;
    cloud.intercept = ({ content }) =>
      content?.server?.networks === 'auto'
        ? { status: 400, content: problem(400, 'Unable to automatically allocate a network for project p1') }
        : undefined;
    await driver.createServer(connection, SERVER, signal);
    expect(cloud.requests.at(-1)?.content.server.networks).toBe('none');
  });

  it('are ours only with an id that can be read', async () => {
    for (const id of ['', 'i\u0000', 'x'.repeat(256), 7, null])
      run.cloud.servers.push({ id: 's1', status: 'ACTIVE', metadata: { 'headroom-instance': id } });
    run.cloud.servers.push({ id: 's2', status: 'ACTIVE', metadata: null });
    const metadata = { 'headroom-instance': 'i1', 'headroom-deployment': '' };
    run.cloud.servers.push({ id: 's3', status: 'ACTIVE', metadata, created: 'once' });
    const known = { serverId: 's3', instanceId: 'i1', state: 'active' };
    expect(await run.driver.listServers(run.connection)).toEqual([known]);
  });

  it('without our metadata are neither removed nor gone', async () => {
    run.cloud.servers.push({ id: 's1', name: 'x', status: 'ACTIVE', metadata: {} });
    const refusal = expect.objectContaining({ message: expect.stringContaining('has no metadata') });
    await expect(run.driver.deleteServer(run.connection, 's1')).rejects.toEqual(refusal);
    await expect(run.driver.findServer(run.connection, { serverId: 's1' })).rejects.toEqual(refusal);
    expect(run.cloud.servers).toHaveLength(1);
  });

  it('are refused for an unknown flavor, and in the words of the platform for anything else', async () => {
    const { driver, connection, signal, cloud } = run;
    const unknown = driver.createServer(connection, { ...SERVER, flavor: 'm9' }, signal);
    await expect(unknown).rejects.toThrow(new PlatformRefused("flavor 'm9' does not exist on the platform"));
    cloud.intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/servers')
        ? { status: 403, content: problem(403, 'Policy does not allow it') }
        : undefined;
    const refused = await driver.createServer(connection, SERVER, signal).catch((error: unknown) => error);
    expect(refused).toEqual(new PlatformRefused('the compute service answers 403: Policy does not allow it'));
    expect(refused).not.toBeInstanceOf(PlatformFull);
  });

  // Regression: a server of sixteen cores could run where one was counted.
  it.each([
    [{ vcpus: 16 }, SERVER.amounts, 'cores=16'],
    [{ ram: 4096 }, SERVER.amounts, 'ram=4096'],
    [{ disk: 21 }, SERVER.amounts, 'gigabytes=21'],
  ])('are refused if their flavor has grown to %j', async (now, amounts, said) => {
    Object.assign(run.cloud.flavors[1], now);
    const refused = run.driver.createServer(run.connection, { ...SERVER, amounts }, run.signal);
    await expect(refused).rejects.toThrow(RequestRefused);
    await expect(refused).rejects.toThrow(`flavor 'm1.small' has ${said} on the platform`);
    expect(run.cloud.servers).toEqual([]);
  });

  it('may have a larger disk where none is counted', async () => {
    run.cloud.flavors[1].disk = 21;
    await run.driver.createServer(
      run.connection,
      { ...SERVER, amounts: { cores: 1, ram: 2048 } },
      run.signal,
    );
    expect(run.cloud.servers).toHaveLength(1);
  });

  // Regression: the words of a gateway, or a limit on requests, ended an instance.
  it.each([
    [404, { error: { code: 404, message: 'no Route matched' } }, {}, PlatformRefused],
    [413, problem(413, 'This request was rate-limited.'), { 'retry-after': '30' }, PlatformUnreachable],
    [413, problem(413, 'Quota exceeded'), { 'retry-after': '0' }, PlatformFull],
    [504, 'gateway timeout', {}, CreationUnanswered],
    [504, { error: { code: 504, message: 'the upstream timed out' } }, {}, CreationUnanswered],
    [503, 'no server is available', {}, PlatformUnreachable],
  ])('know what %i with %j and %j means', async (status, content, headers, kind) => {
    const { driver, connection, signal, cloud } = run;
    cloud.intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/servers') ? { status, content, headers } : undefined;
    const refused = await driver.createServer(connection, SERVER, signal).catch((error: unknown) => error);
    expect((refused as Error).constructor).toBe(kind);
  });

  it('are refused for want of room when the quota is used up', async () => {
    run.cloud.quota = 0;
    const refused = run.driver.createServer(run.connection, SERVER, run.signal);
    await expect(refused).rejects.toThrow(PlatformFull);
    await expect(refused).rejects.toThrow('the compute service answers 403: Quota exceeded for instances');
  });
});
