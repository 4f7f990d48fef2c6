import { setTimeout as pause } from 'node:timers/promises';
import {
  CredentialsRefused,
  PlatformRefused,
  PlatformUnreachable,
} from '../../src/providers/drivers/driver.js';
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

  it('omits volumes and addresses where there is no such service', async () => {
    run.cloud.services = ['compute'];
    expect(await discover()).toMatchObject({ limits: { cores: 20, ram: 51200 }, unread: [] });
  });

  const VOLUME = ['gigabytes', 'volumes', 'snapshots'];
  const NETWORK = ['addresses', 'networks', 'ports', 'routers', 'subnets'];

  // Regression: limits that were known were lost with each of these.
  it.each([
    ['does not answer', '/volume', { status: 503 }, VOLUME],
    ['does not answer', '/network', { status: 503 }, NETWORK],
    ['refuses to tell', '/network', { status: 403, content: { forbidden: { message: 'no' } } }, NETWORK],
    ['is a page of a proxy', '/volume', { status: 200, content: '<html>maintenance</html>' }, VOLUME],
    ['is an error of a proxy', '/volume', { status: 404, content: '<html>default backend</html>' }, VOLUME],
  ])('says which limits could not be read where a service %s: %s', async (_, service, answer, unread) => {
    run.cloud.intercept = ({ path }) => (path.startsWith(service) ? answer : undefined);
    const { limits, ...discovery } = await discover();
    expect(discovery).toMatchObject({ unread });
    expect(limits).toMatchObject({ cores: 20, ram: 51200 });
    expect(Object.keys(limits)).not.toEqual(expect.arrayContaining([unread[0]]));
  });

  // Regression: the time of the other services began before the login, so a slow one left none for them.
  it('reads volumes and addresses also after a slow login', async () => {
    run.cloud.intercept = async ({ path }) => {
      if (path.endsWith('/auth/tokens')) await pause(3_600);
      return undefined;
    };
    expect(await discover()).toMatchObject({ limits: { gigabytes: 1000, addresses: 50 }, unread: [] });
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
