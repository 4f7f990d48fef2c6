import { DomainError } from '../../kernel/domain-error.js';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  type DeliveryWithAttempts,
} from '../delivery/delivery.js';

/**
 * Reads the query parameter `state`; absent: all of them.
 *
 * @throws DomainError `invalid-request`
 */
export function readDeliveryState(value: unknown): DeliveryState | undefined {
  if (value === undefined) return undefined;
  const state = DELIVERY_STATES.find((known) => known === value);
  if (state === undefined)
    throw DomainError.invalidField(['state'], `must be one of ${DELIVERY_STATES.join(', ')}`);
  return state;
}

/** Guards what a cursor brings. */
export function isPosition(key: string): boolean {
  return /^\d{1,15}$/.test(key);
}

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
