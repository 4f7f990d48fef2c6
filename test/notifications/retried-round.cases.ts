import { isCluster } from '../support/cluster.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { createTestDatabase } from '../support/test-database.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

describe('retried round', () => {
  let service: RunningService;
  beforeAll(async () => {
    const database = await createTestDatabase();
    // The round has to notice the deadlock after the test has caused it. Citus has a way of its own to end deadlocks.
    if (!isCluster())
      await onServer(database.url, (client) =>
        client.query(`alter database ${new URL(database.url).pathname.slice(1)} set deadlock_timeout = '3s'`),
      );
    service = await startService({ database });
    await service.provider({ cores: 100 });
    await tellWhenAsked(service);
  });
  afterAll(async () => {
    await service.stop();
    await service.database.drop();
  });

  // Regression: a round that ended in a deadlock was retried on figures that already included its commits.
  it('sends correct figures when a round has to be run again', async () => {
    const body = { zoneId: 'z1', computeResourceTypeId: 'cpuCores' };
    const id = await subscribe(service, '/capacity/compute/subscribe', body);
    expect(await toldTo(service, id)).toEqual([]);
    await service.operation('create-reservation', { zone: 'z1', capacity: { cores: '20' } });
    const told = await onServer(service.database.url, async (other) => {
      await other.query('begin');
      await other.query(`set local deadlock_timeout = '1min'`);
      await other.query('select from subscriptions for update');
      const telling = toldTo(service, id);
      await untilLockIsAwaited(service.database.url);
      // The round and this transaction wait for each other. PostgreSQL aborts the one that looks for deadlocks sooner.
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
