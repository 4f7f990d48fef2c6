import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { boot, instance } from '../support/readings.js';
import { bootAll, openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 100, ram: 65_536, instances: 100 };
/** More than a process asks a platform for at a time. */
const COUNT = 30;

describe('a platform that takes long to boot servers', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone: 'z1' }));
  });
  afterEach(() => cloud.stop());

  const begin = async (): Promise<string> =>
    (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;
  const becomes = (id: string, state: string): Promise<void> =>
    eventually(async () => expect((await instance(cloud.service, id)).state).toBe(state));
  const serverOf = async (id: string): Promise<string | undefined> =>
    (await instance(cloud.service, id)).serverId as string | undefined;

  it('is asked for removals and creations as well as for the servers that boot', async () => {
    const old = await begin();
    await becomes(old, 'active');
    const server = (await serverOf(old)) ?? '';
    let reads = 0;
    cloud.fake.intercept = async ({ method, path }) => {
      const isRead = method === 'GET' && /\/servers\/(?!detail)/.test(path) && !path.endsWith(server);
      if (!isRead) return undefined;
      reads += 1;
      await pause(200);
      return undefined;
    };
    for (let count = 0; count < COUNT; count++) await begin();
    await eventually(() => Promise.resolve(expect(reads).toBeGreaterThan(2 * COUNT)));
    // The due time of later work is later too.
    cloud.service.clock.advance(1);
    await cloud.service.operation('destroy-instance', { 'instance-id': old });
    const young = await begin();
    await becomes(old, 'deleted');
    await eventually(async () => expect(await serverOf(young)).toBeDefined());
    bootAll(cloud.fake);
    await becomes(young, 'active');
  });
});
