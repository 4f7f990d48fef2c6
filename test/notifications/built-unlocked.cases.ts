import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { isCluster } from '../support/cluster.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, threshold, toldTo } from './told.js';

const WATCH = '/capacity/compute/subscribe';

describe('the first evaluation of a scope', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService();
    await tellWhenAsked(service);
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 8, ram: 8 }, { zone });
  });
  afterEach(() => service.stop());

  const watch = (zoneId: string, computeResourceTypeId = 'cpuCores') =>
    subscribe(service, WATCH, { zoneId, computeResourceTypeId, threshold: threshold('total', 'ge', 8) });

  // Regression: the state of a large zone was built in the transaction that holds its watermark. PostgreSQL ended that as idle, every time.
  (isCluster() ? it.skip : it)('builds the state of the scope outside of a transaction', async () => {
    const id = await watch('z1');
    await onServer(service.database.url, async (other) => {
      await other.query('begin');
      await other.query('lock table ledger_entries in access exclusive mode');
      const telling = toldTo(service, id);
      await untilLockIsAwaited(service.database.url);
      expect((await other.query('select from capacity_watermarks for update nowait')).rowCount).toBe(1);
      await other.query('rollback');
      expect(await telling).toHaveLength(1);
    });
  });

  // Regression: the scopes behind one that failed were never evaluated.
  it('of the others is not prevented by a scope that fails each time', async () => {
    const [first, second] = [await watch('z1'), await watch('z2')];
    await service.dataSource.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update of heads on capacity_watermarks for each row when (new.scope = 'z1') execute function refuse()`);
    const worker = service.app.get(TellingWorker);
    for (let round = 0; round < 3; round++) await worker.tick().catch(() => undefined);
    await service.dataSource.query('drop trigger refuse on capacity_watermarks');
    const rows = await service.dataSource.query('select subscription_id as id from notifications');
    expect(rows).toEqual([{ id: second }]);
    expect(await toldTo(service, first)).toHaveLength(1);
  });

  // Regression: only the classes watched at first were kept, and with each other class all was read again.
  it('is enough for a subscription to another class', async () => {
    await toldTo(service, await watch('z1'));
    await service.http.delete(`/subscriptions/${await watch('z1')}`);
    await onServer(service.database.url, async (other) => {
      const id = await watch('z1', 'virtualMemSize');
      await other.query('begin');
      await other.query('lock table ledger_entries in access exclusive mode');
      expect(await toldTo(service, id)).toHaveLength(1);
    });
  });
});
