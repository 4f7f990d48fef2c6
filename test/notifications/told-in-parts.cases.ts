import { Outbox, type NewNotification } from '../../src/notifications/outbox.js';
import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';
import { newSubscriber, notification } from './telling.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

// Regression: all notifications of a round were in memory at once. A series of 366 reservations with 10,000 subscriptions
// ended the process, and after its restart the same round ended it again.
describe('notifications of a round', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 1_000 });
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  /** How many are stored in the transaction whenever another one is taken. */
  async function storedBeforeEach(bodies: readonly object[]): Promise<number[]> {
    const to = await newSubscriber(service);
    const outbox = service.app.get(Outbox, { strict: false });
    const before: number[] = [];
    await service.dataSource.transaction(async (tx) => {
      async function* taken(): AsyncGenerator<NewNotification> {
        for (const body of bodies) {
          const [{ count }] = await tx.query<{ count: number }[]>(
            `select count(*)::int as count from notifications where subscription_id = $1`,
            [to.id],
          );
          before.push(count);
          yield notification(to, { body });
        }
      }
      await outbox.add(tx, taken(), service.clock.now());
    });
    return before;
  }

  it('are stored a thousand at a time, before the others are made', async () => {
    const before = await storedBeforeEach(Array.from({ length: 1_002 }, () => ({})));
    expect(before.slice(-3)).toEqual([0, 1_000, 1_000]);
  });

  it('are stored fewer at a time if they are long', async () => {
    const long = { name: 'x'.repeat(600_000) };
    expect(await storedBeforeEach([long, long, long, long])).toEqual([0, 0, 2, 2]);
  });

  it('are each told once, and in order, if hundreds of reservations begin in the same second', async () => {
    const all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const start = formatInstant(service.clock.now() + 1_000);
    const reserve = { zone: 'z1', capacity: { cores: '1' }, start };
    const made = await Promise.all(
      Array.from({ length: 230 }, () => service.operation('create-reservation', reserve)),
    );
    await toldTo(service, all);
    service.clock.advance(1_000);
    const told = new Map<string, string[]>();
    for (const { reservationId, changeType } of await toldTo(service, all))
      told.set(reservationId, [...(told.get(reservationId) ?? []), changeType]);
    const ids = made.map((one) => one['reservation-id'] as string);
    expect(new Set(told.keys())).toEqual(new Set(ids));
    for (const types of told.values())
      expect(types).toEqual(['Reservation created', 'Reservation status change']);
  });

  it('read of the reservations that a subscription names only those with changes', async () => {
    const reserve = { zone: 'z1', capacity: { cores: '1' } };
    const made = await Promise.all([1, 2, 3].map(() => service.operation('create-reservation', reserve)));
    const ids = made.map((one) => one['reservation-id'] as string);
    const id = await subscribe(service, '/reservation/subscribe', {
      inputFilter: ids.map((reservationId) => ({ reservationId })),
    });
    const changes = service.app.get(ReservationChangesRepository, { strict: false });
    const watchers = await changes.watchers(service.dataSource.manager, [{ id: ids[1] }, { id: ids[2] }]);
    const named = watchers.find((watcher) => watcher.id === id)?.reservationIds;
    expect(new Set(named)).toEqual(new Set([ids[1], ids[2]]));
  });
});
