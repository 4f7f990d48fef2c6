import { WHOLE_SERVICE } from '../../src/notifications/telling/capacity-watermarks.repository.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, threshold, toldTo } from './told.js';

describe('a subscription to compute without a zone that an earlier version evaluated in each zone', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  it('is evaluated over the whole service from the upgrade on', async () => {
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 10 }, { zone });
    const watch = (condition?: object) =>
      subscribe(service, '/capacity/compute/subscribe', {
        computeResourceTypeId: 'cpuCores',
        threshold: condition,
      });
    const ids = [await watch(), await watch(threshold('total', 'ge', 20))];
    await storeAsByZone();
    const totals = async () => {
      const told = await Promise.all(ids.map((id) => toldTo(service, id)));
      return told.map((bodies) =>
        bodies.map(({ capacityInformation }) => capacityInformation.total as number),
      );
    };
    expect(await totals()).toEqual([[], [20]]);
    await service.provider({ cores: 5 }, { zone: 'z3' });
    expect(await totals()).toEqual([[25], [20]]);
    const scopes = await service.dataSource.query('select scope from capacity_watermarks');
    expect(scopes).toEqual([{ scope: WHOLE_SERVICE }]);
  });

  async function storeAsByZone(): Promise<void> {
    for (const table of ['capacity_watermarks', 'capacity_evaluations'])
      await service.dataSource.query(`delete from ${table}`);
    await service.dataSource.query(
      `insert into capacity_watermarks (scope, heads, reached, holder, held_until)
       select zone_id, jsonb_build_object(zone_id, head), now(), gen_random_uuid(), '-infinity' from zones`,
    );
    await service.dataSource.query(
      `insert into capacity_evaluations (subscription_id, scope, since, has_begun)
       select s.id, z.zone_id, '{}', true from subscriptions s, zones z`,
    );
  }
});
