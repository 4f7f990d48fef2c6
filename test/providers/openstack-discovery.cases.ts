import { setTimeout as pause } from 'node:timers/promises';
import { discover as discoverWithin } from '../../src/providers/discovery.js';
import {
  CredentialsRefused,
  PlatformRefused,
  PlatformUnreachable,
} from '../../src/providers/drivers/driver.js';
import { problem } from '../support/fake-openstack.js';
import { connectionTo, setUp } from './openstack-setup.js';

describe('the discovery of an OpenStack', () => {
  let run: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => (run = await setUp()));
  afterEach(() => run.stop());

  const discover = (more = {}, password?: string) =>
    run.driver.discover(connectionTo(run.cloud.endpoint, more, password), run.signal);
  it('reports flavors and quotas, without unlimited ones', async () => {
    run.cloud.pageSize = 1;
    expect(await discover()).toEqual({
      flavors: [
        { id: '1', name: 'm1.tiny', cores: 1, ram: 512, gigabytes: 1 },
        { id: '2', name: 'm1.small', cores: 1, ram: 2048, gigabytes: 20 },
      ],
      limits: { cores: 20, ram: 51200, gigabytes: 1000, volumes: 10, snapshots: 10, addresses: 50 },
      unread: [],
      traits: {},
      projectId: 'p1',
    });
    expect(run.cloud.logins).toBe(1);
  });

  it.each([{ id: 'p1', name: 'ignored' }, { name: 'promise' }])(
    'is scoped to the tenant %j',
    async (tenant) => {
      await discover({ tenant, userDomainName: 'Hollow' });
      const { auth } = run.cloud.requests[0].content;
      const domain = { name: 'Hollow' };
      const password = 'correct horse';
      expect(auth.identity.password.user).toEqual({ name: 'operator', domain, password });
      expect(auth.scope).toEqual({ project: tenant.id ? { id: 'p1' } : { name: 'promise', domain } });
    },
  );

  it.each(['', '/v3', '/v2.0', '/v3/'])('finds Keystone from an endpoint that ends in "%s"', async (end) => {
    await discover({ endpoint: `${run.cloud.origin}/identity${end}` });
    expect(run.cloud.requests[0].path).toBe('/identity/v3/auth/tokens');
  });

  it('omits volumes and addresses where their service is missing or refuses', async () => {
    run.cloud.intercept = ({ path }) =>
      path.startsWith('/network') ? { status: 403, content: problem(403, 'not for you') } : undefined;
    run.cloud.services = ['compute', 'network'];
    expect(await discover()).toMatchObject({ limits: { cores: 20, ram: 51200 }, unread: [] });
  });

  it.each([
    ['/volume', ['gigabytes', 'volumes', 'snapshots']],
    ['/network', ['addresses', 'networks', 'ports', 'routers', 'subnets']],
  ])('says which limits could not be read while %s does not answer', async (service, unread) => {
    run.cloud.intercept = ({ path }) => (path.startsWith(service) ? { status: 503 } : undefined);
    const { limits, ...discovery } = await discover();
    expect(discovery).toMatchObject({ unread });
    expect(limits).toMatchObject({ cores: 20, ram: 51200 });
    expect(Object.keys(limits)).not.toEqual(expect.arrayContaining([unread[0]]));
  });

  // Regression: the page of a proxy erased the known quota.
  it.each([
    [404, '<html>default backend'],
    [403, '<html>blocked'],
    [200, '<html>maintenance'],
  ])('says which limits could not be read when a proxy answers %i and %s', async (status, content) => {
    run.cloud.intercept = ({ path }) => (path.startsWith('/volume') ? { status, content } : undefined);
    expect(await discover()).toMatchObject({
      limits: { cores: 20, addresses: 50 },
      unread: ['gigabytes', 'volumes', 'snapshots'],
    });
  });

  // Regression: a service other than compute had 3.5 seconds, the login included, and its quota was never learned.
  it('gives all services a share of the time that it has', async () => {
    run.cloud.intercept = ({ path }) => (path.startsWith('/volume') ? pause(3_600, undefined) : undefined);
    const timely = await discoverWithin(run.driver, connectionTo(run.cloud.endpoint), 25_000);
    expect(timely).toMatchObject({ kind: 'discovered', discovery: { limits: { volumes: 10 }, unread: [] } });
    const hurried = await discoverWithin(run.driver, connectionTo(run.cloud.endpoint), 1_000);
    expect(hurried).toMatchObject({
      kind: 'discovered',
      discovery: { limits: { cores: 20, addresses: 50 } },
    });
  });

  it('is refused for a wrong password, even while a session of the right one is open', async () => {
    await discover();
    await expect(discover({}, 'wrong')).rejects.toThrow(CredentialsRefused);
    run.cloud.password = 'changed';
    await expect(discover()).rejects.toThrow(CredentialsRefused);
  });

  it('asks for the region where there are several, and for one there is', async () => {
    run.cloud.regions = ['east', 'west'];
    await expect(discover()).rejects.toThrow(/'region' is needed.*east, west/);
    await expect(discover({ region: 'north' })).rejects.toThrow(
      /no public compute endpoint in region 'north'/,
    );
    await expect(discover({ region: 'west' })).resolves.toBeDefined();
  });

  it('refuses what is no OpenStack', async () => {
    run.cloud.intercept = () => ({ status: 404, content: { secret: 'of an inner service' } });
    const text = `${run.cloud.origin} does not answer as Keystone v3 does`;
    await expect(discover()).rejects.toThrow(new PlatformRefused(text));
  });

  it('reports a platform that is down as unreachable', async () => {
    const { endpoint } = run.cloud;
    await run.cloud.stop();
    const look = run.driver.discover(connectionTo(endpoint), run.signal);
    await expect(look).rejects.toThrow(PlatformUnreachable);
  });
});
