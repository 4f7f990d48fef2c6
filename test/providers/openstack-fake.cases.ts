import { askAll, template, type Exchanges } from '../openstack/exchanges.js';
import { differences, readRecordings } from '../openstack/recordings.js';
import { FakeOpenstack } from '../support/fake-openstack.js';
import { SERVER, setUp } from './openstack-setup.js';

describe('the fake OpenStack', () => {
  let seen: Exchanges;
  beforeAll(async () => {
    const fake = await FakeOpenstack.start();
    Object.assign(fake, { projects: ['p1', 'promise'], images: ['debian'], networks: ['n1'], quota: 10 });
    const statusOf = (id: string, more: object) =>
      Object.assign(fake.servers.find((server) => server.id === id) ?? {}, more);
    let fails = false;
    seen = await askAll({
      endpoint: fake.endpoint,
      username: 'operator',
      password: fake.password,
      tenant: 'promise',
      image: 'debian',
      flavor: '1',
      network: 'n1',
      settle: (_, id) => {
        statusOf(id, fails ? { status: 'ERROR', fault: { message: 'No valid host' } } : { status: 'ACTIVE' });
        return Promise.resolve();
      },
      failing: () => {
        fails = true;
        return Promise.resolve({});
      },
    });
    await fake.stop();
  });

  it('answers as the real one did when it was recorded', () => {
    expect(differences(readRecordings(), seen)).toEqual([]);
  });

  it('gets no request of the driver that is not recorded', async () => {
    const run = await setUp();
    const { cloud, driver, connection, signal } = run;
    await driver.discover(connection, signal);
    const { serverId } = await driver.createServer(connection, SERVER, signal);
    await driver.findServer(connection, { serverId });
    await driver.findServer(connection, { instanceId: SERVER.instanceId, deploymentId: SERVER.deploymentId });
    await driver.listServers(connection);
    await driver.deleteServer(connection, serverId);
    await run.stop();
    const bases = /^\/(identity\/v3|compute\/v2\.1|volume\/v3\/p1|network)(?=\/)/;
    const asked = cloud.requests.map(({ method, path, query }) => {
      const names = query.size > 0 ? `?${query.toString()}` : '';
      return `${method} ${template(path.replace(bases, '') + names)}`;
    });
    const recorded = Object.values(readRecordings()).flatMap((exchanges) => Object.keys(exchanges));
    const routes = new Set(recorded.map((key) => key.replace(/ \d+$/, '')));
    expect(new Set(asked).size).toBeGreaterThan(8);
    expect([...new Set(asked)].filter((route) => !routes.has(route))).toEqual([]);
  });

  it.each([
    ['a member is missing', 'GET /limits 200', ['limits', 'absolute'], { maxTotalCores: undefined }],
    ['a member is more', 'POST /servers 202', ['server'], { colour: 'string' }],
    ['a member has another type', 'GET /servers/{id} 200', ['server'], { status: 'number' }],
    ['a list has other items', 'GET /flavors/detail?limit 200', ['flavors', '0'], { vcpus: 'string' }],
    ['an error has another name', 'GET /servers/{id} 404', [], { itemNotFound: undefined, badRequest: {} }],
  ])('is found out when %s', (_, exchange, path, change) => {
    const drifted = structuredClone(seen) as Record<string, any>;
    const place = path.reduce<any>((within, name) => within[name], drifted.compute[exchange].body);
    Object.assign(place, change);
    expect(differences(readRecordings(), drifted)).not.toEqual([]);
  });

  it('is found out when it answers with another status, or not at all', () => {
    const { 'POST /servers 202': accepted, ...rest } = seen.compute;
    const drifted = { ...seen, compute: { ...rest, 'POST /servers 200': accepted } };
    expect(differences(readRecordings(), drifted)).toEqual([
      'compute POST /servers 202: is recorded, and was not seen',
      'compute POST /servers 200: is not recorded',
    ]);
  });
});
