import { SubscriptionsService } from '../../src/subscriptions/subscriptions.service.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, threshold, toldTo } from './told.js';

describe('enabled again', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  async function reserve(): Promise<string> {
    const answer = await service.operation('create-reservation', { zone: 'z1', capacity: { cores: '60' } });
    return answer['reservation-id'] as string;
  }

  // Regression: the scope was forgotten while no other subscription watched it, and enabling replayed its whole past.
  it('a subscription to capacity is notified only of changes after it was enabled', async () => {
    const body = {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      threshold: threshold('available', 'lt', 50),
    };
    const id = await subscribe(service, '/capacity/compute/subscribe', body);
    expect(await toldTo(service, id)).toEqual([]);
    const subscriptions = service.app.get(SubscriptionsService, { strict: false });
    await service.dataSource.transaction((tx) => subscriptions.disable(tx, { id }, 'its receiver is gone'));
    await service.operation('cancel-reservation', { 'reservation-id': await reserve() });
    expect(await toldTo(service, id)).toEqual([]);
    await service.http.post(`/subscriptions/${id}/enable`).expect(200);
    expect(await toldTo(service, id)).toEqual([]);
    await reserve();
    const [{ capacityInformation }, ...others] = await toldTo(service, id);
    expect([capacityInformation.available, others]).toEqual([40, []]);
  });
});
