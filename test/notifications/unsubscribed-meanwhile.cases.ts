import { CapacityWatermarksRepository } from '../../src/notifications/telling/capacity-watermarks.repository.js';
import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';

describe('unsubscribed meanwhile', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
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

    const deleting = service.dataSource.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query(`delete from subscriptions where id = $1`, [gone]);
    const evaluating = service.dataSource.createQueryRunner();
    await evaluating.startTransaction();
    const [{ pid }] = (await evaluating.query(`select pg_backend_pid() as pid`)) as { pid: number }[];
    const evaluated = evaluations.moveOn(evaluating.manager, 'z1', watermark, joined);
    const evaluates = expect(evaluated).resolves.toBeUndefined();
    await eventually(async () => expect(await waitsForLock(pid)).toBe(true));
    await deleting.commitTransaction();
    await evaluates;
    await evaluating.commitTransaction();
    for (const runner of [deleting, evaluating]) await runner.release();

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

    const deleting = service.dataSource.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query(`delete from subscriptions where id = $1`, [id]);
    const one = service.http.post(`/deliveries/${told.body.deliveryId}/redeliver`).then((answer) => answer);
    const all = service.http.post(`/subscriptions/${id}/redeliver`).then((answer) => answer);
    await eventually(async () => expect(await wakeups()).toBe(2));
    await deleting.commitTransaction();
    await deleting.release();

    expect(await one).toMatchObject({ status: 404, body: { code: 'unknown-delivery' } });
    expect(await all).toMatchObject({ status: 202, body: { redelivered: 0 } });
  });

  /** Number of statements that wake a lane and wait for a lock. */
  async function wakeups(): Promise<number> {
    const rows = await service.dataSource.query<object[]>(
      `select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%delivery_lanes%' and datname = current_database()`,
    );
    return rows.length;
  }

  async function waitsForLock(pid: number): Promise<boolean> {
    const rows = await service.dataSource.query<object[]>(
      `select from pg_locks where pid = $1 and not granted`,
      [pid],
    );
    return rows.length > 0;
  }
});
