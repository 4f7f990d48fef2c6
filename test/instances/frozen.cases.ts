import { jest } from '@jest/globals';
import { InstancesRepository, type LeasedInstance } from '../../src/instances/instances.repository.js';
import { PlatformGateway } from '../../src/instances/platform-gateway.js';
import { eventually } from '../support/eventually.js';
import { boot, instance } from '../support/readings.js';
import { openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

// Regression: another process may have created the server meanwhile, and this one created a second.
describe('a process that is frozen before it creates a server', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, cloud.registration));
  });
  afterEach(() => cloud.stop());

  const begin = async (): Promise<string> =>
    (await boot(cloud.service, { 'provider-id': provider }))['instance-id'] as string;

  /** What the worker gets instead of what it leases. */
  function onLease(change: (leased: LeasedInstance[]) => LeasedInstance[]): void {
    const repository = cloud.service.app.get(InstancesRepository, { strict: false });
    const lease = repository.lease.bind(repository);
    const changed = async (...asked: Parameters<typeof lease>) => {
      const leased = await lease(...asked);
      return leased.length > 0 ? change(leased) : leased;
    };
    jest.spyOn(repository, 'lease').mockImplementation(changed);
  }

  it('does not create it once its lease is over', async () => {
    const serversAtLeases: number[] = [];
    onLease((leased) => {
      const isFirst = serversAtLeases.push(cloud.fake.servers.length) === 1;
      return isFirst ? leased.map((one) => ({ ...one, leasedAt: one.leasedAt - 30_000 })) : leased;
    });
    const id = await begin();
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
    expect(serversAtLeases.slice(0, 2)).toEqual([0, 0]);
    expect(cloud.fake.servers).toHaveLength(1);
  });

  it('does not create it though nothing has aborted the attempt yet', async () => {
    const held: LeasedInstance[] = [];
    onLease((leased) => {
      held.push(...leased);
      return [];
    });
    await begin();
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    const gateway = cloud.service.app.get(PlatformGateway, { strict: false });
    const late = gateway.bringUp(held[0], performance.now() - 1, new AbortController().signal);
    await expect(late).rejects.toThrow('the time for this attempt was over');
    expect(cloud.fake.servers).toEqual([]);
  });
});
