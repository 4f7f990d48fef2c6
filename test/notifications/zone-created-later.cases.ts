import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, threshold, toldTo } from './told.js';

describe('a zone that is created after a subscription to the whole service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  it('is evaluated from its beginning, also if a subscription to it is made before the first evaluation', async () => {
    const few = { computeResourceTypeId: 'cpuCores', threshold: threshold('total', 'ge', 8) };
    const whole = await subscribe(service, '/capacity/compute/subscribe', few);
    await service.provider({ cores: 8 }, { zone: 'later' });
    const one = await subscribe(service, '/capacity/compute/subscribe', { zoneId: 'later', ...few });

    for (const id of [whole, one])
      expect(await toldTo(service, id)).toMatchObject([{ capacityInformation: { total: 8 } }]);
  });

  // Regression: such a zone was never evaluated, because every object has a member of this name.
  it.each(['constructor', '__proto__'])('is evaluated also if its name is %s', async (zone) => {
    const id = await subscribe(service, '/capacity/storage/subscribe', {
      storageResourceTypeId: 'numVolumes',
    });
    expect(await toldTo(service, id)).toEqual([]);
    await service.provider({ volumes: 3 }, { zone });
    expect(await toldTo(service, id)).toHaveLength(1);
  });
});
