import { Retention } from '../../src/notifications/delivery/retention.js';
import { newId } from '../../src/kernel/identifiers.js';
import { startService, type RunningService } from '../support/service.js';
import { newSubscriber, notification, states, tell } from './telling.js';

const DAY = 86_400;

describe('retention', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { NOTIFICATION_RETENTION_DAYS: '3' } });
  });
  afterAll(() => service.stop());

  async function sweep(): Promise<void> {
    await service.app.get(Retention, { strict: false }).tick();
  }

  it('forgets what was settled, or received, so many days ago, and nothing that waits', async () => {
    const nowhere = await newSubscriber(service);
    const unreachable = await newSubscriber(service, 'http://nowhere.invalid');
    await tell(service, notification(nowhere), notification(unreachable));
    await service.http.post('/capacity/compute/notification').send({ old: true }).expect(204);
    service.clock.advance(3 * DAY);
    await tell(service, notification(nowhere));
    await service.http.post('/capacity/compute/notification').send({ old: false }).expect(204);
    await sweep();
    expect(await states(service)).toEqual({ kept: 2, waiting: 1 });

    service.clock.advance(1);
    await sweep();
    expect(await states(service)).toEqual({ kept: 1, waiting: 1 });
    const { body } = await service.http.get('/notifications').expect(200);
    expect(body.items).toMatchObject([{ notification: { old: false } }]);
  });

  it('gets through more than one batch', async () => {
    const { id } = await newSubscriber(service);
    await service.dataSource.query(
      `insert into notifications (id, subscription_id, lane, path, body, newest_only, state, created_at, settled_at)
     select gen_random_uuid(), $1, $2, 'compute', '{}', false, 'delivered', $3, $3 from generate_series(1, 2500)`,
      [id, newId(), new Date((service.clock.now() - 4 * DAY) * 1000)],
    );
    await sweep();
    expect(await states(service)).not.toHaveProperty('delivered');
  });
});
