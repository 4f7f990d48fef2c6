import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

describe('a subscription to capacity without a threshold', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  const watch = (more: object = {}) =>
    subscribe(service, '/capacity/compute/subscribe', {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      ...more,
    });

  async function reserved(id: string): Promise<number[]> {
    const bodies = await toldTo(service, id);
    return bodies.map(({ capacityInformation }) => capacityInformation.reserved as number);
  }

  it('is notified of each change though one evaluation finds several; with an address, of the newest', async () => {
    const [kept, sent] = [await watch(), await watch({ callbackUri: 'https://receiver.invalid' })];
    const end = formatInstant(service.clock.now() + 100);
    for (const cores of [1, 2, 3, 4])
      await service.operation('create-reservation', { zone: 'z1', capacity: { cores }, end });
    expect(await reserved(kept)).toEqual([1, 3, 6, 10]);
    expect(await reserved(sent)).toEqual([10]);
    service.clock.advance(100);
    expect(await reserved(kept)).toEqual([1, 3, 6, 10, 0]);
  });
});
