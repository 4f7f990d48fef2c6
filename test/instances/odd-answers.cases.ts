import { eventually } from '../support/eventually.js';
import type { FakeAnswer, FakeRequest } from '../support/fake-openstack.js';
import { problem } from '../support/fake-openstack-bodies.js';
import { boot, instance } from '../support/readings.js';
import { startService } from '../support/service.js';
import { createTestDatabase } from '../support/test-database.js';
import { bootAll, openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

const isRead = ({ method }: FakeRequest): boolean => method === 'GET';
const isCreation = ({ method, path }: FakeRequest): boolean => method === 'POST' && path.endsWith('/servers');
const isLogin = ({ path }: FakeRequest): boolean => path.endsWith('/auth/tokens');

describe('an answer that is not the platform’s own', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone: 'z1' }));
  });
  afterEach(() => cloud.stop());

  const begin = async (): Promise<string> =>
    (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
  const postponed = (id: string, failure: RegExp): Promise<void> =>
    eventually(async () =>
      expect(await instance(cloud.service, id)).toMatchObject({
        state: 'pending',
        failure: expect.stringMatching(failure),
      }),
    );
  const becomesActive = async (id: string): Promise<void> => {
    cloud.fake.intercept = () => {
      bootAll(cloud.fake);
      return undefined;
    };
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
  };
  const PAGE = '<html>no backend</html>';

  it.each<[string, (request: FakeRequest) => boolean, FakeAnswer, RegExp]>([
    ['a page with 200 to a read', isRead, { status: 200, content: PAGE }, /that is an object/],
    ['a page with 404 to a read', isRead, { status: 404, content: PAGE }, /404/],
    ['403 to a read', isRead, { status: 403, content: problem(403, 'quota exceeded') }, /403/],
    ['a redirect of a read', isRead, { status: 302, headers: { location: '/login' } }, /redirects/],
    ['a page with 404 to a creation', isCreation, { status: 404, content: PAGE }, /404/],
    ['202 to a creation without an id', isCreation, { status: 202, content: {} }, /that is an object/],
  ])('%s does not fail an instance', async (_, isAffected, answer, failure) => {
    cloud.fake.intercept = (request) => (isAffected(request) ? answer : undefined);
    const id = await begin();
    await postponed(id, failure);
    await becomesActive(id);
    expect(cloud.fake.servers).toHaveLength(1);
  });

  it('does not fail an instance whose server is booting, and leaves that alone', async () => {
    cloud.fake.intercept = () => undefined;
    const id = await begin();
    await eventually(async () => expect((await instance(cloud.service, id)).serverId).toBeDefined());
    const { serverId } = await instance(cloud.service, id);
    cloud.fake.intercept = (request) => (isRead(request) ? { status: 200, content: PAGE } : undefined);
    await postponed(id, /that is an object/);
    await becomesActive(id);
    expect(cloud.fake.servers.map((server) => String(server.id))).toEqual([serverId]);
  });

  it('does not fail an instance when Keystone is behind the proxy', async () => {
    cloud.fake.revokeTokens();
    cloud.fake.intercept = (request) => (isLogin(request) ? { status: 404, content: PAGE } : undefined);
    const id = await begin();
    await postponed(id, /does not answer as Keystone v3 does/);
    await becomesActive(id);
  });

  it('refuses a registration at once all the same', async () => {
    cloud.fake.intercept = (request) => (isRead(request) ? { status: 200, content: PAGE } : undefined);
    const refused = await cloud.service.operation('add-provider', {
      ...cloud.registration,
      zone: 'z2',
      username: 'operator',
      password: 'correct horse',
    });
    expect(refused).toMatchObject({ result: 'error' });
  });
});

describe('an address that the setting of one process forbids', () => {
  it('does not fail an instance', async () => {
    const database = await createTestDatabase();
    const environment = { CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
    const cloud = await openstackCloud({ database, environment });
    const { provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone: 'z1' });
    await cloud.service.stop();

    const strict = await startService({ database, environment });
    const id = (await boot(strict, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () =>
      expect(await instance(strict, id)).toMatchObject({
        state: 'pending',
        failure: expect.stringContaining('PROVIDER_ALLOWED_NETWORKS'),
      }),
    );
    await strict.stop();
    await cloud.fake.stop();
    await database.drop();
  });
});
