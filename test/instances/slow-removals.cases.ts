import { eventually } from '../support/eventually.js';
import type { FakeRequest } from '../support/fake-openstack.js';
import { boot, instance } from '../support/readings.js';
import { bootAll, openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 100, ram: 65_536, instances: 100 };
const COUNT = 20;

describe('a platform that takes long to delete servers', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone: 'z1' }));
  });
  afterEach(() => cloud.stop());

  const begin = async (): Promise<string> =>
    (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
  const becomes = (id: string, state: string, patience?: number): Promise<void> =>
    eventually(async () => expect((await instance(cloud.service, id)).state).toBe(state), patience);

  it('gets all delete requests at once, and goes on creating servers meanwhile', async () => {
    const ids: string[] = [];
    for (let count = 0; count < COUNT; count++) ids.push(await begin());
    for (const id of ids) await becomes(id, 'active');
    const deleted = new Set<string>();
    const servers = cloud.fake.servers.map(({ id }) => String(id));
    cloud.fake.intercept = ({ method, path }: FakeRequest) => {
      bootAll(cloud.fake);
      if (method !== 'DELETE') return undefined;
      deleted.add(path.slice(path.lastIndexOf('/') + 1));
      return { status: 204 };
    };
    for (const id of ids) await cloud.service.operation('destroy-instance', { 'instance-id': id });
    const wanted = await begin();
    await becomes(wanted, 'active', 10_000);
    await eventually(() => Promise.resolve(expect(deleted.size).toBe(COUNT)), 10_000);

    const [young] = cloud.fake.servers.filter(({ id }) => !servers.includes(String(id)));
    cloud.fake.servers.splice(0, Infinity, young);
    for (const id of ids) await becomes(id, 'deleted');
    expect((await instance(cloud.service, wanted)).state).toBe('active');
  });
});
