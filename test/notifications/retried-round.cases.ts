import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

describe('retried round', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  // Regression: a round that ended in a deadlock was retried on figures that already included its commits.
  it('sends correct figures when a round has to be run again', async () => {
    const body = { zoneId: 'z1', computeResourceTypeId: 'cpuCores' };
    const id = await subscribe(service, '/capacity/compute/subscribe', body);
    expect(await toldTo(service, id)).toEqual([]);
    await service.operation('create-reservation', { zone: 'z1', capacity: { cores: '20' } });
    const told = await onServer(service.database.url, async (other) => {
      await other.query('begin');
      await other.query('select from subscriptions for update');
      const telling = toldTo(service, id);
      await untilLockIsAwaited(service.database.url);
      // The round and this transaction wait for each other. PostgreSQL aborts the transaction that has waited longer.
      await other.query('select from capacity_watermarks for update');
      await other.query('rollback');
      await telling;
      // The retry has dropped the state; the next round builds it again.
      return toldTo(service, id);
    });
    expect(told.map(({ capacityInformation }) => capacityInformation)).toEqual([
      { total: 100, reserved: 20, allocated: 0, available: 80 },
    ]);
  });
});
