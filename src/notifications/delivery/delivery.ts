import type { Instant } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';

export const DELIVERY_STATES = ['kept', 'waiting', 'delivered', 'superseded', 'dead'] as const;

/** `kept` has nowhere to go and waits for a reader; `superseded` was overtaken by a newer value; `dead` was given up. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const ATTEMPT_OUTCOMES = [
  'delivered',
  'status',
  'timeout',
  'connection',
  'refused-address',
  'secret-unreadable',
  'aborted',
] as const;

/** How an attempt ended: `status` is any but 2xx, `aborted` that this service stopped meanwhile. */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** The result of one attempt. The content of the answer is not kept. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly status?: number;
  readonly milliseconds: number;
  /** Retry not before this instant, as the receiver asked. */
  readonly notBefore?: Instant;
}

/** A notification as the reads show it. */
export interface Delivery {
  readonly id: string;
  readonly subscriptionId: string;
  /** That of its subscription. */
  readonly tenant?: string;
  readonly position: number;
  readonly path: NorthboundKind;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Instant;
  readonly settledAt?: Instant;
  readonly body: object;
}

export interface DeliveryAttempt {
  readonly number: number;
  readonly at: Instant;
  readonly outcome: AttemptOutcome;
  readonly status?: number;
  readonly milliseconds: number;
}

/** Dead notifications of a subscription that are sent again. */
export interface Redelivery {
  readonly count: number;
  /** That of the subscription. */
  readonly tenant?: string;
}

export interface DeliveryWithAttempts extends Delivery {
  /** The newest last. */
  readonly log: readonly DeliveryAttempt[];
}
