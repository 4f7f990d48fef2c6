import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import { failInstance } from '../../src/instances/end-instance.js';
import { InstancesRepository, type LeasedInstance } from '../../src/instances/instances.repository.js';
import { InstanceWorker } from '../../src/instances/instances.worker.js';
import { PlatformGateway } from '../../src/instances/platform-gateway.js';
import { CreationUnanswered, PlatformUnreachable } from '../../src/providers/drivers/driver.js';
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

  /** What the worker gets instead of what it leases. A round that has begun before is over. */
  async function onLease(change: (leased: LeasedInstance[]) => LeasedInstance[]): Promise<void> {
    const repository = cloud.service.app.get(InstancesRepository, { strict: false });
    const lease = repository.lease.bind(repository);
    const changed = async (...asked: Parameters<typeof lease>) => {
      const leased = await lease(...asked);
      return leased.length > 0 ? change(leased) : leased;
    };
    jest.spyOn(repository, 'lease').mockImplementation(changed);
    await cloud.service.app.get(InstanceWorker, { strict: false }).tick();
  }

  it('does not create it once its lease is over', async () => {
    const serversAtLeases: number[] = [];
    await onLease((leased) => {
      const isFirst = serversAtLeases.push(cloud.fake.servers.length) === 1;
      return isFirst ? leased.map((one) => ({ ...one, leasedAt: one.leasedAt - 30_000 })) : leased;
    });
    const id = await begin();
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
    expect(serversAtLeases.slice(0, 2)).toEqual([0, 0]);
    expect(cloud.fake.servers).toHaveLength(1);
  });

  /** Leases that no worker brings on. */
  async function leased(): Promise<LeasedInstance> {
    const held: LeasedInstance[] = [];
    await onLease((leased) => {
      held.push(...leased);
      return [];
    });
    await begin();
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    return held[0];
  }

  const gateway = (): PlatformGateway => cloud.service.app.get(PlatformGateway, { strict: false });

  it('does not create it though nothing has aborted the attempt yet', async () => {
    const instance = await leased();
    const late = gateway().bringUp(instance, performance.now() - 1, new AbortController().signal);
    await expect(late).rejects.toThrow('the time for this attempt was over');
    expect(cloud.fake.servers).toEqual([]);
  });

  // Regression: the time was looked at before the driver's reads only.
  it('does not create it if the time is over after the reads that come first', async () => {
    const instance = await leased();
    const end = performance.now() + 500;
    cloud.fake.intercept = async ({ path }) => {
      if (path.includes('/flavors')) while (performance.now() < end) await pause(end - performance.now());
      return undefined;
    };
    const late = gateway().bringUp(instance, end, new AbortController().signal);
    await expect(late).rejects.toThrow('the time for this attempt was over');
    expect(cloud.fake.servers).toEqual([]);
  });

  // Regression: for a minute its server was searched for, which it could not have.
  it('knows that it did not ask for a server if it is stopped during those reads', async () => {
    const instance = await leased();
    const stop = new AbortController();
    cloud.fake.intercept = ({ path }) => {
      if (path.includes('/flavors')) stop.abort();
      return undefined;
    };
    const stopped = await gateway()
      .bringUp(instance, Infinity, stop.signal)
      .catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(PlatformUnreachable);
    expect(stopped).not.toBeInstanceOf(CreationUnanswered);
  });

  // Regression: the instance, which another process had brought up meanwhile, was ended as failed.
  it('does not give up an instance that has got its server meanwhile', async () => {
    const id = await begin();
    await eventually(async () => expect((await instance(cloud.service, id)).state).toBe('active'));
    const seen = { id, state: 'pending', serverId: undefined } as const;
    const allocation = cloud.service.app.get(AllocationService, { strict: false });
    const late = allocation.admit('z1', failInstance(seen, 'Quota exceeded'));
    expect(await late).toBe(false);
    expect((await instance(cloud.service, id)).state).toBe('active');
  });
});
