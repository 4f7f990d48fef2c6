import { randomUUID } from 'node:crypto';
import { InstancesRepository } from '../../src/instances/instances.repository.js';
import { eventually } from '../support/eventually.js';
import { alone, availableCores, boot, instance } from '../support/readings.js';
import { openstackCloud, reconcile, simulatedCloud, type Cloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };
const NOTHING = { removed: [], lost: [], failed: [], young: 0, unsettled: [] };

describe('the records of a platform with very many servers', () => {
  it('are read with one parameter, because a statement has 65,535 at most', () =>
    alone(async (service) => {
      const { provider } = await service.provider(AMPLE);
      const id = (await boot(service, { 'provider-id': provider }))['instance-id'] as string;
      const ids = [...Array.from({ length: 70_000 }, () => randomUUID()), id];
      const found = await service.app.get(InstancesRepository).findAll(ids);
      expect(found.map((record) => record.id)).toEqual([id]);
    }));
});

describe.each([
  ['an OpenStack', openstackCloud],
  ['a simulated platform', simulatedCloud],
])('reconciliation with %s', (_name, start) => {
  let cloud: Cloud;
  let zone: string;
  let provider: string;
  beforeAll(async () => {
    cloud = await start();
  });
  beforeEach(async () => {
    zone = randomUUID();
    ({ provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone }));
  });
  afterEach(async () => {
    for (const { id } of await cloud.servers()) await cloud.remove(id);
  });
  afterAll(() => cloud.stop());

  const found = async (): Promise<Record<string, any>> => {
    const { status, body } = await reconcile(cloud.service, provider);
    expect(status).toBe(200);
    return body;
  };
  const state = async (id: string): Promise<string> => (await instance(cloud.service, id)).state as string;
  /** An active instance, and the id of its server. */
  const up = async (): Promise<{ id: string; server: string }> => {
    const accepted = await boot(cloud.service, { 'provider-id': provider });
    expect(accepted).toMatchObject({ result: 'ok' });
    const id = accepted['instance-id'] as string;
    await eventually(async () => expect(await state(id)).toBe('active'));
    return { id, server: (await instance(cloud.service, id)).serverId as string };
  };
  const ids = async (): Promise<string[]> => (await cloud.servers()).map(({ id }) => id);

  it('finds nothing where all is well, and changes nothing', async () => {
    const { id, server } = await up();
    expect(await found()).toEqual({ providerId: provider, servers: 1, ...NOTHING });
    expect(await state(id)).toBe('active');
    expect(await ids()).toEqual([server]);
  });

  it('removes a server of ours that is not on record', async () => {
    const { server } = await up();
    const instanceId = randomUUID();
    const orphan = await cloud.add({ instanceId });
    const removed = [{ serverId: orphan, instanceId }];
    expect(await found()).toMatchObject({ ...NOTHING, servers: 2, removed });
    expect(await ids()).toEqual([server]);
    expect(await found()).toMatchObject(NOTHING);
  });

  it('leaves a server without a record alone while it is young', async () => {
    const young = await cloud.add({ secondsOld: 5 });
    expect(await found()).toMatchObject({ ...NOTHING, young: 1 });
    expect(await ids()).toEqual([young]);
  });

  it.each(['deleted', 'error'])(
    'removes the server of an instance that is %s, however young',
    async (end) => {
      const { id, server } = await up();
      if (end === 'error') await cloud.fail(server);
      if (end === 'error') await found();
      else await cloud.service.operation('destroy-instance', { 'instance-id': id });
      await eventually(async () => expect(await ids()).toEqual([]));
      await eventually(async () => expect(await state(id)).toBe(end));
      const settled = `select from instances where due_at is not null`;
      await eventually(async () => expect(await cloud.service.dataSource.query(settled)).toEqual([]));
      const late = await cloud.add({ instanceId: id, secondsOld: 1 });
      expect((await found()).removed).toEqual([{ serverId: late, instanceId: id }]);
      expect(await ids()).toEqual([]);
    },
  );

  it('gives back the capacity of an instance whose server is gone, and says so', async () => {
    const { id, server } = await up();
    expect(await availableCores(cloud.service, zone)).toBe(7);
    await cloud.remove(server);
    expect(await found()).toMatchObject({ ...NOTHING, lost: [id] });
    expect(await instance(cloud.service, id)).toMatchObject({
      state: 'error',
      failure: 'the server is gone: it was removed on the platform, and not from here',
    });
    expect(await availableCores(cloud.service, zone)).toBe(8);
    expect(await found()).toMatchObject(NOTHING);
  });

  it('gives back the capacity of an instance whose server has failed, and removes that', async () => {
    const { id, server } = await up();
    await cloud.fail(server);
    expect(await found()).toMatchObject({ ...NOTHING, failed: [id] });
    expect(await instance(cloud.service, id)).toMatchObject({ state: 'error', failure: expect.any(String) });
    expect(await availableCores(cloud.service, zone)).toBe(8);
    await eventually(async () => expect(await ids()).toEqual([]));
  });

  it('says why a server has failed, though a list does not say it', async () => {
    const { id, server } = await up();
    await cloud.fail(server);
    await found();
    const { failure } = await instance(cloud.service, id);
    expect(failure).toMatch(/the host is lost|does not boot/);
  });

  it('removes a duplicate server of a live instance, and keeps its own', async () => {
    const { id, server } = await up();
    const double = await cloud.add({ instanceId: id });
    expect(await found()).toMatchObject({
      ...NOTHING,
      removed: [{ serverId: double, instanceId: id }],
    });
    expect(await ids()).toEqual([server]);
    expect(await state(id)).toBe('active');
  });

  it('ignores servers of another deployment in the same tenant, and servers without ids of ours', async () => {
    const others = [
      await cloud.add({ deploymentId: randomUUID() }),
      await cloud.add({ deploymentId: null }),
      await cloud.add({ instanceId: 'no-id-of-ours' }),
    ];
    expect(await found()).toMatchObject(NOTHING);
    expect((await ids()).sort()).toEqual(others.sort());
  });

  it('does not remove the servers of the deployment that its database was copied from', async () => {
    const { server } = await up();
    const { id } = await up();
    await cloud.remove((await instance(cloud.service, id)).serverId as string);
    const theirs = await cloud.add({ instanceId: id, deploymentId: randomUUID() });
    await cloud.service.operation('destroy-instance', { 'instance-id': id });
    await eventually(async () => expect(await state(id)).toBe('deleted'));
    expect((await ids()).sort()).toEqual([server, theirs].sort());
  });

  it('ignores servers of another of our providers in the same tenant', async () => {
    const { id, server } = await up();
    const other = (await cloud.service.provider(AMPLE, { ...cloud.registration, zone: `${zone}-2` }))
      .provider;
    expect(other).not.toBe(provider);
    expect((await reconcile(cloud.service, other)).body).toMatchObject(NOTHING);
    expect(await ids()).toEqual([server]);
    expect(await state(id)).toBe('active');
  });

  it('refuses an unknown provider', async () => {
    expect(await reconcile(cloud.service, randomUUID())).toMatchObject({
      status: 404,
      body: { code: 'unknown-provider' },
    });
  });

  it('runs once at a time, and each request gets its own answer', async () => {
    await cloud.add({});
    const answers = await Promise.all([1, 2, 3, 4].map(() => found()));
    expect(answers.map(({ removed }) => (removed as unknown[]).length).sort()).toEqual([0, 0, 0, 1]);
  });
});
