import { DeliveryWorker } from '../../src/notifications/delivery/delivery.worker.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { newSubscriber, notification, states, tell } from './telling.js';

describe('a value that is replaced by a newer one', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService();
    // Nothing is sent: the test does what a worker would store.
    await service.app.get(DeliveryWorker, { strict: false }).onModuleDestroy();
  });
  afterEach(() => service.stop());

  /** Stores a value, and another one while a statement on the first one is being committed. */
  async function replaceDuring(statement: string): Promise<Record<string, number>> {
    const to = await newSubscriber(service, 'http://nowhere.invalid');
    const values = Array.from({ length: 2 }, () => notification(to, { lane: to.id, newestOnly: true }));
    await tell(service, values[0]);
    await onServer(service.database.url, async (other) => {
      await other.query('begin');
      await other.query(statement);
      const told = tell(service, values[1]);
      await untilLockIsAwaited(service.database.url);
      await other.query('commit');
      await told;
    });
    return states(service);
  }

  // Regression: it was deleted, or counted as superseded, as the statement had found it before it waited.
  it.each([
    ['is delivered', `state = 'delivered', attempts = 1`, { delivered: 1, waiting: 1 }],
    ['is sent for the first time', 'attempts = 1', { superseded: 1, waiting: 1 }],
  ])('and meanwhile %s', async (_, change, expected) => {
    expect(await replaceDuring(`update notifications set ${change}`)).toEqual(expected);
  });
});
