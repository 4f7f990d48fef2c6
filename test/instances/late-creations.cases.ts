import { eventually } from '../support/eventually.js';
import type { FakeRequest } from '../support/fake-openstack.js';
import { boot, instance } from '../support/readings.js';
import { bootAll, openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };
const isCreation = ({ method, path }: FakeRequest): boolean => method === 'POST' && path.endsWith('/servers');
const isSearch = ({ path }: FakeRequest): boolean => path.endsWith('/servers/detail');

describe('a creation that the platform carries out after its answer was given up', () => {
  let cloud: OpenstackCloud;
  let id: string;
  let accepted: FakeRequest | undefined;
  let searches: number;

  beforeEach(async () => {
    accepted = undefined;
    searches = 0;
    cloud = await openstackCloud();
    const { provider } = await cloud.service.provider(AMPLE, cloud.registration);
    cloud.fake.intercept = (request) => {
      bootAll(cloud.fake);
      if (accepted && isSearch(request)) searches += 1;
      if (!isCreation(request)) return undefined;
      accepted ??= request;
      // As a proxy answers that has waited for too long.
      return { status: 504 };
    };
    id = (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () => expect((await instance(cloud.service, id)).failure).toMatch(/answers 504$/));
  });
  afterEach(() => cloud.stop());

  const creations = () => cloud.fake.requests.filter(isCreation).length;
  const searched = (times: number) => {
    const before = searches;
    return eventually(() => Promise.resolve(expect(searches - before).toBeGreaterThanOrEqual(times)));
  };
  const carryOut = () =>
    cloud.add({ instanceId: String(accepted?.content.server.metadata['headroom-instance']), secondsOld: 5 });
  const becomes = (state: string) =>
    eventually(async () => expect(await instance(cloud.service, id)).toMatchObject({ state }));
  const passGrace = () => cloud.service.dataSource.query(`update instances set unanswered_until = now()`);

  // Regression: another creation was sent a second later, which made a second server or used up the quota.
  it('is waited for instead of being sent again', async () => {
    await searched(2);
    expect(creations()).toBe(1);
    const serverId = await carryOut();
    await becomes('active');
    expect(await instance(cloud.service, id)).toMatchObject({ serverId });
    expect(creations()).toBe(1);
  });

  it('is sent again once the platform has had its time', async () => {
    await searched(1);
    await passGrace();
    await eventually(() => Promise.resolve(expect(creations()).toBeGreaterThan(1)));
  });

  // Regression: the instance was deleted when one list had no server, and the server stayed.
  it('leaves no server behind if the instance was destroyed meanwhile', async () => {
    await cloud.service.operation('destroy-instance', { 'instance-id': id });
    await searched(2);
    expect((await instance(cloud.service, id)).state).toBe('deleting');
    await carryOut();
    await eventually(async () => expect(await cloud.servers()).toEqual([]));
    await passGrace();
    await becomes('deleted');
  });
});
