import { Outbox, type NewNotification } from '../../src/notifications/outbox.js';
import { newId } from '../../src/kernel/identifiers.js';
import { startService, type RunningService, type ServiceOptions } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

/** The real time, because receivers check the age of a signature. */
export function realClock(): TestClock {
  return new TestClock(Math.floor(Date.now() / 1000));
}

/** Seconds that no test lasts: the clock of a service stands still, but pauses begin at the time of the database if that is later. */
export const ELAPSED_SECONDS = 60;

/** A service at the real time that may send to receivers on this machine. */
export function startTelling({ environment, ...more }: ServiceOptions = {}): Promise<RunningService> {
  return startService({
    clock: realClock(),
    environment: { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8', ...environment },
    ...more,
  });
}

export interface Subscriber {
  readonly id: string;
  readonly secret: string;
  readonly callbackUri?: string;
}

/** Subscribes to reservations. Without reservations, only notifications stored by the test are sent. */
export async function newSubscriber(service: RunningService, callbackUri?: string): Promise<Subscriber> {
  const { body } = await service.http
    .post('/reservation/subscribe')
    .send({ inputFilter: [], callbackUri })
    .expect(201);
  return { id: body.reservationChangeSubscriptionId, secret: body.secret, callbackUri };
}

/** A notification to a subscriber, in a lane of its own unless said otherwise. */
export function notification(to: Subscriber, more: Partial<NewNotification> = {}): NewNotification {
  const id = newId();
  return {
    id,
    subscriptionId: to.id,
    lane: newId(),
    path: 'compute',
    callbackUri: to.callbackUri,
    body: { changeId: id },
    newestOnly: false,
    ...more,
  };
}

/** Stores notifications and announces them, as the evaluating worker does. */
export async function tell(service: RunningService, ...notifications: NewNotification[]): Promise<void> {
  const outbox = service.app.get(Outbox, { strict: false });
  await service.dataSource.transaction((tx) => outbox.add(tx, notifications, service.clock.now()));
  outbox.announce();
}

/** Number of notifications in each state. */
export async function states(service: RunningService): Promise<Record<string, number>> {
  const rows = await service.dataSource.query<{ state: string; count: number }[]>(
    `select state, count(*)::int as count from notifications group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** The remaining lanes. */
export async function lanes(service: RunningService): Promise<Record<string, any>[]> {
  return service.dataSource.query(`select * from delivery_lanes`);
}
