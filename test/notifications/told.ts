import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import type { RunningService } from '../support/service.js';

type Body = Record<string, any>;

/** All notifications to a subscription so far, in order, after everything up to now is evaluated. */
export async function toldTo(service: RunningService, subscriptionId: string): Promise<Body[]> {
  await service.app.get(TellingWorker).tick();
  return stored(service, subscriptionId);
}

/** Leaves out the creations, for tests of later changes. */
export function changesIn(bodies: readonly Body[]): Body[] {
  return bodies.filter(({ changeType }) => changeType !== 'Reservation created');
}

/** Stops the worker. From now on changes are evaluated only when a test calls `toldTo`. */
export function tellWhenAsked(service: RunningService): Promise<void> {
  return service.app.get(TellingWorker).onModuleDestroy();
}

/** The notifications in the outbox for a subscription, in order. */
export async function stored(service: RunningService, subscriptionId: string): Promise<Body[]> {
  const rows = await service.dataSource.query<{ body: Body }[]>(
    `select body from notifications where subscription_id = $1 order by position`,
    [subscriptionId],
  );
  return rows.map(({ body }) => body);
}

export async function subscribe(service: RunningService, path: string, body: object): Promise<string> {
  const answer = await service.http.post(path).send(body);
  const { capacityChangeSubscriptionId, reservationChangeSubscriptionId } = answer.body as Body;
  const id: unknown = capacityChangeSubscriptionId ?? reservationChangeSubscriptionId;
  if (typeof id !== 'string') throw new Error(`not subscribed: ${JSON.stringify(answer.body)}`);
  return id;
}

/** For a transaction of the service in which a test waits. PostgreSQL would end its connection after three idle seconds. */
export const UNHURRIED = 'set local idle_in_transaction_session_timeout = 0';

/** A threshold in the contract's form. */
export function threshold(
  capacity_info: string,
  condition: string,
  value: number,
  thresholdType = 'absoluteValue',
): object {
  return { thresholdType, threshold: { capacity_info, condition, value } };
}
