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

  // Regression: the time for a removal was over before it was sent, in each run anew, and the server ran for ever.
  it('removes a server also where each read of it takes seconds', async () => {
    const left = await cloud.add({});
    cloud.fake.intercept = ({ method, path }) =>
      method === 'GET' && path.endsWith(`/${left}`) ? pause(2_600, undefined) : undefined;
    expect((await reconcile(cloud.service, provider)).body).toMatchObject({
      removed: [{ serverId: left }],
      unsettled: [],
    });
  });

  // Regression: the answer said that the platform did not answer in time, though much was mended.
  it.each([
    ['there is too much to mend', () => undefined, /1 server and is not finished, because its time was over/],
    [
      'the service stops',
      () => void cloud.service.app.close(),
      /1 server and is not finished, because the service is stopping/,
    ],
  ])('says how many servers it has mended when %s', async (_, interrupt, text) => {
    const [mended] = [await cloud.add({}), await cloud.add({}), await cloud.add({}), await cloud.add({})];
    let isSilent = false;
    cloud.fake.intercept = ({ path }) => {
      const isOfOne = /\/servers\/(?!detail)/.test(path) && !path.endsWith(mended);
      isSilent ||= isOfOne;
      return isOfOne ? new Promise<never>(() => undefined) : undefined;
    };
    const answer = reconcile(cloud.service, provider);
    await eventually(() => Promise.resolve(expect(isSilent).toBe(true)));
    interrupt();
    expect(await answer).toMatchObject({
      status: 503,
      body: { code: 'platform-unreachable', detail: expect.stringMatching(text) },
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
  it('leaves time for the removal of a server that has failed', async () => {
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
    const next = (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () =>
      expect(await instance(cloud.service, next)).toMatchObject({
        state: 'pending',
        failure: expect.stringMatching(/Quota exceeded/),
      }),
    );
    isSlow = false;
    await eventually(async () => expect((await instance(cloud.service, next)).state).toBe('active'));
  });

  // Regression: an instance failed for good while its platform was removing a server of another zone.
  it('leaves time for the removal of a server of another provider in the same tenant', async () => {
    const registration = { ...cloud.registration, tenant: { id: 'p1' }, zone: 'z2' };
    const { provider: other } = await cloud.service.provider(AMPLE, registration);
    cloud.fake.quota = 1;
    let isSlow = true;
    cloud.fake.intercept = ({ method }) => {
      bootAll(cloud.fake);
      return method === 'DELETE' && isSlow ? { status: 204 } : undefined;
    };
    await cloud.service.operation('destroy-instance', { 'instance-id': id });
    const next = (await boot(cloud.service, { 'provider-id': other }))['instance-id'] as string;
    await eventually(async () =>
      expect((await instance(cloud.service, next)).failure).toMatch(/Quota exceeded/),
    );
    expect((await instance(cloud.service, next)).state).toBe('pending');
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
