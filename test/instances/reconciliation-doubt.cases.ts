import { eventually } from '../support/eventually.js';
import type { FakeAnswer, FakeRequest } from '../support/fake-openstack.js';
import { problem } from '../support/fake-openstack-bodies.js';
import { onServer } from '../support/postgres.js';
import { boot, instance } from '../support/readings.js';
import { startService } from '../support/service.js';
import { createTestDatabase } from '../support/test-database.js';
import { bootAll, openstackCloud, reconcile, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

describe('reconciliation with a platform in doubt', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  let id: string;
  let orphan: string;
  beforeAll(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, cloud.registration));
    id = (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
    orphan = await cloud.add({});
  });
  afterAll(() => cloud.stop());

  const when = (answer: (request: FakeRequest) => FakeAnswer | undefined): void => {
    cloud.fake.intercept = answer;
  };
  const isListing = ({ path }: FakeRequest): boolean => path.endsWith('/servers/detail');
  const unchanged = async (): Promise<void> => {
    expect((await instance(cloud.service, id)).state).toBe('active');
    expect(await cloud.servers()).toHaveLength(2);
  };

  it('changes nothing when the platform does not answer, and says so', async () => {
    when((request) => (isListing(request) ? { status: 503 } : undefined));
    expect(await reconcile(cloud.service, provider)).toMatchObject({
      status: 503,
      body: { code: 'platform-unreachable', detail: expect.stringContaining('503') },
    });
    await unchanged();
  });

  it('changes nothing when a later page of the list breaks off', async () => {
    cloud.fake.pageSize = 1;
    when((request) => (isListing(request) && request.query.has('marker') ? { status: 500 } : undefined));
    expect((await reconcile(cloud.service, provider)).status).toBe(503);
    cloud.fake.pageSize = 1000;
    await unchanged();
  });

  it('changes nothing when the list is no list', async () => {
    when((request) => (isListing(request) ? { status: 200, content: { servers: 'none' } } : undefined));
    expect(await reconcile(cloud.service, provider)).toMatchObject({
      status: 409,
      body: { code: 'platform-refused' },
    });
    await unchanged();
  });

  it('changes nothing, and says so, when no configured key decrypts the password', async () => {
    when(() => undefined);
    const [{ sealed }] = await cloud.service.dataSource.query<{ sealed: string }[]>(
      `select sealed_password as sealed from providers`,
    );
    const seal = (text: string): Promise<unknown> =>
      cloud.service.dataSource.query(`update providers set sealed_password = $1`, [text]);
    await seal(sealed.replace(':k1:', ':lost:'));
    expect(await reconcile(cloud.service, provider)).toMatchObject({
      status: 409,
      body: { code: 'platform-refused', detail: expect.stringContaining(`the key 'lost'`) },
    });
    await seal(sealed);
    await unchanged();
  });

  it('treats no instance as lost because the list omits it', async () => {
    when((request) => (isListing(request) ? { status: 200, content: { servers: [] } } : undefined));
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({ servers: 0, lost: [] });
    await unchanged();
  });

  it('treats no instance as lost because its server has lost its metadata', async () => {
    when(() => undefined);
    const server = cloud.fake.servers.find((each) => each.id !== orphan);
    const { metadata } = { ...server };
    Object.assign(server ?? {}, { metadata: {} });
    cloud.fake.servers.splice(
      cloud.fake.servers.findIndex((each) => each.id === orphan),
      1,
    );
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({ lost: [], removed: [] });
    expect((await instance(cloud.service, id)).state).toBe('active');
    Object.assign(server ?? {}, { metadata });
    orphan = await cloud.add({});
    await unchanged();
  });

  it('removes no server that is gone when it is read again', async () => {
    const gone = { status: 404, content: problem(404, 'Instance could not be found') };
    when((request) => (request.path.endsWith(`/${orphan}`) ? gone : undefined));
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({ removed: [] });
    await unchanged();
  });

  it('fails no instance whose server is active when it is read again', async () => {
    const [server] = cloud.fake.servers.filter(({ id }) => id !== orphan);
    const listed = cloud.fake.servers.map((each) => (each === server ? { ...each, status: 'ERROR' } : each));
    when((request) => (isListing(request) ? { status: 200, content: { servers: listed } } : undefined));
    cloud.fake.servers.splice(
      cloud.fake.servers.findIndex(({ id }) => id === orphan),
      1,
    );
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({ failed: [], removed: [] });
    cloud.fake.servers.push(...listed.filter(({ id }) => id === orphan));
    await unchanged();
  });

  it('does all of its work once the platform is reliable again', async () => {
    when(() => undefined);
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({
      removed: [{ serverId: orphan }],
      lost: [],
    });
  });
});

describe('periodic reconciliation', () => {
  it('runs at intervals, and when the service starts', async () => {
    const database = await createTestDatabase();
    const environment = { CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
    const often = { ...environment, RECONCILE_SECONDS: '1' };
    const cloud = await openstackCloud({ database, environment: often });
    const { provider } = await cloud.service.provider(AMPLE, cloud.registration);
    const [first, second] = [
      (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string,
      (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string,
    ];
    let { service } = cloud;
    const becomes = (id: string, state: string): Promise<void> =>
      eventually(async () => expect((await instance(service, id)).state).toBe(state));
    await becomes(first, 'active');
    await becomes(second, 'active');
    await cloud.remove((await instance(service, first)).serverId as string);
    await becomes(first, 'error');
    const gone = (await instance(service, second)).serverId as string;
    await service.stop();

    await cloud.remove(gone);
    // Makes the last reconciliation old enough for the start of the service to run another.
    await cloudHadPeace(database.url);
    const seldom = { ...environment, PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8', RECONCILE_SECONDS: '86400' };
    service = await startService({ database, environment: seldom });
    await becomes(second, 'error');
    bootAll(cloud.fake);
    await service.stop();
    await cloud.fake.stop();
    await database.drop();
  });
});

async function cloudHadPeace(url: string): Promise<void> {
  const sql = `update reconciliations set due_at = now() + interval '1 day', ended_at = now() - interval '1 hour'`;
  await onServer(url, (client) => client.query(sql));
}
