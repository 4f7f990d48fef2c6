import { DeliveryWorker } from '../../src/notifications/delivery/delivery.worker.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { newSubscriber, notification, states, tell, type Subscriber } from './telling.js';

describe('a value that is replaced by a newer one', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService();
    // Nothing is sent: the test does what a worker would store.
    await service.app.get(DeliveryWorker, { strict: false }).onModuleDestroy();
  });
  afterEach(() => service.stop());

  /** Two values of a subscription, the second of which would replace the first. */
  const valuesFor = (to: Subscriber) =>
    Array.from({ length: 2 }, () => notification(to, { lane: to.id, newestOnly: true }));

  /** Stores a value, and another one while a statement on the first one is being committed. */
  async function replaceDuring(statement: string): Promise<Record<string, number>> {
    const to = await newSubscriber(service, 'http://nowhere.invalid');
    const values = valuesFor(to);
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

  const readdress = (id: string, callbackUri: string | null) =>
    service.http.patch(`/subscriptions/${id}`).send({ callbackUri }).expect(200);

  // Regression: it was deleted, although the answer was 202.
  it.each([
    ['kept', (id: string) => `/deliveries/${id}/redeliver`],
    ['dead', (_: string, subscription: string) => `/subscriptions/${subscription}/redeliver`],
  ])('stays if it was %s and is sent again on request', async (state, path) => {
    const to = await newSubscriber(service);
    const [first, second] = valuesFor(to);
    await tell(service, first);
    expect(await states(service)).toEqual({ kept: 1 });
    await readdress(to.id, 'http://nowhere.invalid');
    await service.dataSource.query('update notifications set state = $1', [state]);
    await service.http.post(path(first.id, to.id)).expect(202);
    await tell(service, { ...second, callbackUri: 'http://nowhere.invalid' });
    expect(await states(service)).toEqual({ waiting: 2 });
  });

  // Regression: it was deleted before the worker had settled it as kept.
  it('stays once its subscription has no address', async () => {
    const to = await newSubscriber(service, 'http://nowhere.invalid');
    const [first, second] = valuesFor(to);
    await tell(service, first);
    await readdress(to.id, null);
    await tell(service, { ...second, callbackUri: undefined });
    expect(await states(service)).toEqual({ waiting: 1, kept: 1 });
  });
});
