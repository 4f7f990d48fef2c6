import { eventually } from '../support/eventually.js';
import type { FakeAnswer, FakeRequest } from '../support/fake-openstack.js';
import { boot, instance } from '../support/readings.js';
import { bootAll, openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

const isCreation = ({ method, path }: FakeRequest): boolean => method === 'POST' && path.endsWith('/servers');

describe('an instance that is renamed while the answer to its creation is lost', () => {
  let cloud: OpenstackCloud;
  let id: string;
  let isLost: boolean;

  /** Makes the server, and loses the answer, once. The platform answers nothing else until `isDown` is false. */
  let isDown: boolean;
  const lose = (request: FakeRequest): FakeAnswer | undefined => {
    bootAll(cloud.fake);
    if (!isCreation(request) || isLost) return isLost && isDown ? { status: 503 } : undefined;
    isLost = true;
    const { name, metadata } = request.content.server;
    cloud.fake.servers.push({ id: 's1', name, metadata, status: 'BUILD', created: '2030-01-01T00:00:00Z' });
    return { status: 503 };
  };

  beforeEach(async () => {
    cloud = await openstackCloud();
    const { provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone: 'z1' });
    [isLost, isDown] = [false, true];
    cloud.fake.intercept = lose;
    id = (await boot(cloud.service, { 'provider-id': provider, name: 'before' }))['instance-id'] as string;
    await eventually(async () => expect((await instance(cloud.service, id)).failure).toBeDefined());
    const renamed = await cloud.service.http.patch(`/instances/${id}`).send({ name: 'after' });
    expect(renamed.status).toBe(200);
  });
  afterEach(() => cloud.stop());

  const becomes = (state: string): Promise<void> =>
    eventually(async () => expect((await instance(cloud.service, id)).state).toBe(state));

  it('has one server, and none after it is destroyed', async () => {
    isDown = false;
    await becomes('active');
    expect(await instance(cloud.service, id)).toMatchObject({ serverId: 's1' });
    expect(cloud.fake.servers.map((server) => String(server.id))).toEqual(['s1']);
    await cloud.service.operation('destroy-instance', { 'instance-id': id });
    await becomes('deleted');
    expect(cloud.fake.servers).toEqual([]);
  });

  it('leaves no server behind when it is destroyed before the platform answers', async () => {
    await cloud.service.operation('destroy-instance', { 'instance-id': id });
    isDown = false;
    await becomes('deleted');
    expect(cloud.fake.servers).toEqual([]);
  });
});
