import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { Delivery, DeliveryAttempt, DeliveryWithAttempts } from '../delivery/delivery.js';

/** A notification and how far it got; `notification` is the body that is sent. */
export function deliveryDetails(delivery: Delivery): object {
  const { id, subscriptionId, position, path, state, attempts, createdAt, settledAt, body } = delivery;
  return {
    deliveryId: id,
    subscriptionId,
    position,
    path: `/capacity/${path}/notification`,
    state,
    attempts,
    created: formatInstant(createdAt),
    settled: formatOptional(settledAt),
    notification: body,
  };
}

export function deliveryWithAttempts({ log, ...delivery }: DeliveryWithAttempts): object {
  return { ...deliveryDetails(delivery), log: log.map(attemptDetails) };
}

function attemptDetails({ number, at, outcome, status, milliseconds }: DeliveryAttempt): object {
  return { number, at: formatInstant(at), outcome, status, milliseconds };
}
