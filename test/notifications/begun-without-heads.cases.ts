import {
  CapacityWatermarksRepository,
  WHOLE_SERVICE,
} from '../../src/notifications/telling/capacity-watermarks.repository.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

describe('a subscription that has begun', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 8 }, { zone });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  const SINCE = 'select since from capacity_evaluations';

  // Regression: where each subscription began, a list of all zones, was read at every change of a subscription: hundreds
  // of MB with thousands of subscriptions.
  it('is read without the heads of all zones at which it began', async () => {
    const id = await subscribe(service, '/capacity/compute/subscribe', { computeResourceTypeId: 'cpuCores' });
    const [{ since }] = await service.dataSource.query<{ since: object }[]>(SINCE);
    expect(Object.keys(since)).toEqual(expect.arrayContaining(['z1', 'z2']));
    await toldTo(service, id);
    expect(await service.dataSource.query(SINCE)).toEqual([{ since: {} }]);
    // As an earlier version of the service left it.
    await service.dataSource.query('update capacity_evaluations set since = $1', [since]);
    const { manager } = service.dataSource;
    const query = jest.spyOn(manager, 'query');
    await service.app
      .get(CapacityWatermarksRepository)
      .watches(manager, WHOLE_SERVICE, Number.MAX_SAFE_INTEGER);
    expect(await query.mock.results[0].value).toMatchObject([{ hasBegun: true, heads: {} }]);
  });
});
