import { startService, type RunningService } from '../support/service.js';
import { newSubscriber, states } from './telling.js';

describe('a subscription with many notifications', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  // Regression: one statement deleted all of them, which took longer than a statement may.
  it('is deleted with at most 10,000 of them per statement', async () => {
    const [gone, kept] = [await newSubscriber(service), await newSubscriber(service)];
    for (const [{ id }, count] of [
      [gone, 25_000],
      [kept, 1],
    ] as const) {
      await service.dataSource.query(
        `insert into notifications (id, subscription_id, lane, path, body, newest_only, state, created_at, settled_at)
         select gen_random_uuid(), $1, $1, 'compute', '{}', false, 'delivered', now(), now() from generate_series(1, $2)`,
        [id, count],
      );
    }
    await service.dataSource.query(`
      create function few() returns trigger language plpgsql as $$
        begin if (select count(*) from gone) > 10000 then raise exception 'too many'; end if; return null; end $$;
      create trigger few after delete on notifications referencing old table as gone for each statement execute function few()`);
    await service.http.delete(`/subscriptions/${gone.id}`).expect(200);
    await service.http.get(`/subscriptions/${gone.id}`).expect(404);
    expect(await states(service)).toEqual({ delivered: 1 });
  });
});
