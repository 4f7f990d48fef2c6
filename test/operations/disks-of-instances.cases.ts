import { boot, capacityAt, hour, instance, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

describe('the disk of an instance', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const two = async (zone: string) => {
    const diskless = (await service.provider(AMPLE, { zone })).provider;
    const disks = (await service.provider({ ...AMPLE, gigabytes: 20 }, { zone })).provider;
    return { diskless, disks };
  };

  it('counts on a provider that has ever had gigabytes, not on one that never had, be it in the same zone', async () => {
    const { diskless, disks } = await two('free');
    const flavor = 'm1.small';
    expect(await boot(service, { 'provider-id': diskless, flavor })).toMatchObject({ result: 'ok' });
    expect(await capacityAt(service, 'free')).toMatchObject({ gigabytes: 20 });
    expect(await boot(service, { 'provider-id': disks, flavor })).toMatchObject({ result: 'ok' });
    expect(await capacityAt(service, 'free')).toMatchObject({ gigabytes: 0 });
    expect(await boot(service, { 'provider-id': disks, flavor })).toMatchObject({
      result: 'conflict',
      message: 'required gigabytes=20 exceeds available 0',
    });
  });

  it('counts where the gigabytes have been taken away again', async () => {
    const { disks } = await two('gone');
    await service.operation('decrease-capacity', { source: disks, capacity: { gigabytes: 20 } });
    expect(await boot(service, { 'provider-id': disks })).toMatchObject({
      result: 'conflict',
      message: 'required gigabytes=1 exceeds available 0',
    });
  });

  it('counts alike in a process that has just begun', async () => {
    const { diskless, disks } = await two('begun');
    await service.operation('decrease-capacity', { source: disks, capacity: { gigabytes: 20 } });
    service.clock.advance(2 * 86_400);
    const other = await startService({ database: service.database, clock: service.clock });
    try {
      expect(await boot(other, { 'provider-id': disks })).toMatchObject({ result: 'conflict' });
      expect(await boot(other, { 'provider-id': diskless })).toMatchObject({ result: 'ok' });
    } finally {
      await other.stop();
    }
  });

  it('is not drawn from a reservation on a provider without disks', async () => {
    const { diskless } = await two('reserved');
    const elements = { elements: [diskless] };
    const capacity = { cores: 2, ram: 4096, instances: 2 };
    const id = await reserved(service, 'reserved', [undefined, hour(9)], capacity, elements);
    const booted = await boot(service, { 'reservation-id': id, flavor: 'm1.small' });
    expect(booted).toMatchObject({ result: 'ok' });
    const { capacity: used } = await instance(service, booted['instance-id'] as string);
    expect(used).toEqual({ cores: 1, ram: 2048, instances: 1 });
  });
});
