import { setTimeout as pause } from 'node:timers/promises';
import { ReconciliationService } from '../../src/instances/reconciliation.service.js';
import { eventually } from '../support/eventually.js';
import { problem } from '../support/fake-openstack-bodies.js';
import { boot, instance } from '../support/readings.js';
import { bootAll, openstackCloud, reconcile, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

describe('the reconciliation of a provider', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  let id: string;
  let own: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, cloud.registration));
    id = (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
    [{ id: own }] = await cloud.servers();
  });
  afterEach(() => cloud.stop());

  // Regression: the first error ended the comparison, and so did the first silence, so instances without a server held their
  // capacity for ever.
  it.each([
    ['is locked', 'DELETE', { status: 409, content: problem(409, 'Instance is locked') }, /409/],
    ['can not be read', 'GET', { status: 500 }, /500/],
    ['gets no answer to its removal', 'DELETE', new Promise<never>(() => undefined), /in time/],
  ])('goes on after a server that %s', async (_, wanted, answer, reason) => {
    const left = await cloud.add({});
    cloud.fake.intercept = ({ method, path }) =>
      method === wanted && path.endsWith(`/${left}`) ? answer : undefined;
    await cloud.remove(own);
    expect(await reconcile(cloud.service, provider)).toMatchObject({
      status: 200,
      body: {
        removed: [],
        lost: [id],
        unsettled: [{ serverId: left, reason: expect.stringMatching(reason) }],
      },
    });
    const [{ failure }] = await cloud.service.dataSource.query<{ failure: string }[]>(
      `select failure from reconciliations`,
    );
    expect(failure).toContain(left);
    cloud.fake.intercept = () => undefined;
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({
      removed: [{ serverId: left }],
      unsettled: [],
    });
  });

  // Regression: each run began anew, and none came as far as the removal.
  it('removes a server of a platform that takes some seconds for each answer', async () => {
    const left = await cloud.add({});
    cloud.fake.intercept = async ({ method, path }) => {
      if (method === 'GET' && path.endsWith(`/${left}`)) await pause(2_600);
      return undefined;
    };
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({
      removed: [{ serverId: left }],
      unsettled: [],
    });
  });

  // Regression: it was neither counted nor logged.
  it('counts what it has mended before the platform refuses the credentials', async () => {
    const left = await cloud.add({});
    cloud.fake.intercept = ({ method, path }) =>
      method === 'DELETE' && path.endsWith(`/${left}`) ? { status: 401 } : undefined;
    await cloud.remove(own);
    expect(await reconcile(cloud.service, provider)).toMatchObject({ body: { code: 'platform-refused' } });
    expect((await instance(cloud.service, id)).state).toBe('error');
    const { figures } = cloud.service.app.get(ReconciliationService, { strict: false });
    expect(figures).toMatchObject({ lost: 1, ended: 0, unfinished: 1 });
  });

  // Regression: it said that the platform had not answered in time, and not that anything was mended.
  it('says how much is mended when it is cut off', async () => {
    const [first, second] = [await cloud.add({}), await cloud.add({})];
    let isAsked = false;
    cloud.fake.intercept = ({ method, path }) => {
      if (method !== 'DELETE' || !path.endsWith(`/${second}`)) return undefined;
      isAsked = true;
      return new Promise<never>(() => undefined);
    };
    const answer = reconcile(cloud.service, provider);
    await eventually(() => Promise.resolve(expect(isAsked).toBe(true)));
    await cloud.service.app.get(ReconciliationService, { strict: false }).onModuleDestroy();
    expect(await answer).toMatchObject({
      status: 503,
      body: { code: 'platform-unreachable', detail: expect.stringMatching(/stops; .*: 1; repeat/) },
    });
    expect((await cloud.servers()).map((server) => server.id)).not.toContain(first);
  });

  // Regression: the server that an instance had found meanwhile was removed as its second one.
  it('removes no server that an instance has by the time it would be removed', async () => {
    const second = await cloud.add({ instanceId: id });
    cloud.fake.intercept = async ({ method, path }) => {
      if (method === 'GET' && path.endsWith(`/${second}`))
        await cloud.service.dataSource.query(`update instances set server_id = $1`, [second]);
      return undefined;
    };
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({ removed: [] });
    expect((await cloud.servers()).map((server) => server.id)).toContain(second);
  });

  // Regression: the capacity of a failed instance is free at once, and its replacement failed for good while its server was there.
  it.each([
    ['of the same zone', undefined],
    ['of another zone, in the same project', 'other'],
  ])('leaves time for the removal of a server %s that has failed', async (_, zone) => {
    const replacing = zone
      ? (await cloud.service.provider(AMPLE, { ...cloud.registration, zone })).provider
      : provider;
    const quota = problem(403, 'Quota exceeded for instances');
    let isSlow = true;
    cloud.fake.intercept = ({ method, path }) => {
      bootAll(cloud.fake);
      const isFull = method === 'POST' && path.endsWith('/servers') && cloud.fake.servers.length > 0;
      if (isFull) return { status: 403, content: quota };
      return method === 'DELETE' && isSlow ? { status: 204 } : undefined;
    };
    await cloud.fail(own);
    await reconcile(cloud.service, provider);
    expect((await instance(cloud.service, id)).state).toBe('error');
    const next = (await boot(cloud.service, { 'provider-id': replacing }))['instance-id'] as string;
    await eventually(async () =>
      expect(await instance(cloud.service, next)).toMatchObject({
        state: 'pending',
        failure: expect.stringMatching(/Quota exceeded/),
      }),
    );
    isSlow = false;
    await eventually(async () => expect((await instance(cloud.service, next)).state).toBe('active'));
  });

  // Regression: an instance whose server takes too long to be searched for never became active.
  it('tells the worker the server of an instance whose creation got no answer', async () => {
    await cloud.service.dataSource.query(
      `update instances set state = 'pending', server_id = null, due_at = now(), leased_until = now() + interval '1 hour'`,
    );
    await reconcile(cloud.service, provider);
    expect(await instance(cloud.service, id)).toMatchObject({ state: 'pending', serverId: own });
  });
});

describe('a tenant that has become another project of its platform', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  let id: string;
  const named = () => ({ ...cloud.registration, tenant: { name: 'promise' }, zone: 'z1' });
  const register = (more: object = {}) =>
    cloud.service.operation('add-provider', {
      username: 'operator',
      password: 'correct horse',
      ...named(),
      ...more,
    });
  beforeAll(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, named()));
    id = (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
    cloud.fake.projectId = 'p2';
    cloud.fake.revokeTokens();
  });
  afterAll(() => cloud.stop());

  // Regression: all its servers counted as removed on the platform, and ran on.
  it('changes nothing of the provider, and says so', async () => {
    const servers = cloud.fake.servers.splice(0);
    expect(await reconcile(cloud.service, provider)).toMatchObject({
      status: 409,
      body: { code: 'platform-refused', detail: expect.stringContaining('project p2') },
    });
    expect((await instance(cloud.service, id)).state).toBe('active');
    cloud.fake.servers.push(...servers);
  });

  it('can not be registered under the same name', async () => {
    expect(await register()).toMatchObject({
      result: 'error',
      message: expect.stringContaining('tenant must have an id'),
    });
  });

  it('is another provider under its id', async () => {
    const { 'provider-id': other } = await register({ tenant: { id: 'p2' } });
    expect(other).not.toBe(provider);
  });

  it('is the same provider once that was retired, also if its platform can not be reached then', async () => {
    const { http } = cloud.service;
    await cloud.service.operation('destroy-instance', { 'instance-id': id });
    await cloud.service.dataSource.query(`update instances set state = 'deleted', due_at = null`);
    await http.delete(`/providers/${provider}`).expect(200);
    cloud.fake.intercept = () => ({ status: 503 });
    expect(await register()).toMatchObject({ 'provider-id': provider });
    cloud.fake.intercept = () => undefined;
    expect((await http.post(`/providers/${provider}/discover`).expect(200)).body.state).toBe('active');
  });
});
