import { CapacityWatermarksRepository } from '../../src/notifications/telling/capacity-watermarks.repository.js';
import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileLockIsHeld } from '../support/held-zone.js';
import { startService, type RunningService } from '../support/service.js';

const DELETE = 'delete from subscriptions where id = $1';

describe('unsubscribed meanwhile', () => {
  let service: RunningService;
  let url: string;
  beforeAll(async () => {
    service = await startService();
    ({ url } = service.database);
    // The test evaluates instead of the worker.
    await service.app.get(TellingWorker).onModuleDestroy();
  });
  afterAll(() => service.stop());

  it('a subscription that is deleted while its condition is evaluated does not hold up the others', async () => {
    await service.provider({ cores: 8 });
    const subscription = { zoneId: 'z1', computeResourceTypeId: 'cpuCores' };
    const [gone, kept] = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await service.http
          .post('/capacity/compute/subscribe')
          .send(subscription)
          .expect(201);
        return body.capacityChangeSubscriptionId as string;
      }),
    );
    const watermark = { heads: new Map([['z1', 1]]), reached: service.clock.now(), spare: null };
    const joined = { ids: [gone, kept], subscribers: Number.MAX_SAFE_INTEGER };
    const evaluations = service.app.get(CapacityWatermarksRepository, { strict: false });

    let evaluated: Promise<void> | undefined;
    await whileLockIsHeld(url, [DELETE, gone], async () => {
      evaluated = service.dataSource.transaction((tx) => evaluations.moveOn(tx, 'z1', watermark, joined));
      await untilLockIsAwaited(url);
    });
    await expect(evaluated).resolves.toBeUndefined();

    const rows = await service.dataSource.query(
      `select subscription_id from capacity_evaluations where has_begun and scope = 'z1'`,
    );
    expect(rows).toEqual([{ subscription_id: kept }]);
  });

  it('a notification of a subscription that is deleted meanwhile is not sent again, with a 404', async () => {
    const callbackUri = 'http://nowhere.invalid';
    const { body } = await service.http.post('/reservation/subscribe').send({ inputFilter: [], callbackUri });
    const id = body.reservationChangeSubscriptionId as string;
    const told = await service.http.post(`/subscriptions/${id}/test`).expect(202);
    await service.dataSource.query(`update notifications set state = 'dead', settled_at = now()`);
    await service.dataSource.query(`delete from delivery_lanes`);

    let redelivered: Promise<unknown[]> | undefined;
    await whileLockIsHeld(url, [DELETE, id], async () => {
      const paths = [`/deliveries/${told.body.deliveryId}/redeliver`, `/subscriptions/${id}/redeliver`];
      redelivered = Promise.all(paths.map((path) => service.http.post(path)));
      await eventually(async () => expect(await wakeups()).toBe(2));
    });

    expect(await redelivered).toMatchObject([
      { status: 404, body: { code: 'unknown-delivery' } },
      { status: 202, body: { redelivered: 0 } },
    ]);
  });

  /** Number of statements that wake a lane and wait for a lock. */
  async function wakeups(): Promise<number> {
    const rows = await service.dataSource.query<object[]>(
      `select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%delivery_lanes%' and datname = current_database()`,
    );
    return rows.length;
  }
});
