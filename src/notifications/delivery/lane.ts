import type { Instant } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import type { AttemptResult } from './delivery.js';

/** A queue of notifications to one subscriber that are sent in order. */
export interface LaneKey {
  readonly subscriptionId: string;
  readonly lane: string;
}

/** A lane that this process holds, as long as `lease` equals the stored lease. */
export interface HeldLane extends LaneKey {
  /** Scheme, host and port: requests in flight are limited per endpoint. */
  readonly endpoint: string;
  /** Empty: its subscription has none. */
  readonly tenant: string;
  readonly lease: string;
  /** Attempts of the lane that failed in a row. */
  readonly failures: number;
}

/** The notification at the front of a held lane. Its attempt is counted already. */
export interface Turn extends HeldLane {
  readonly id: string;
  /** When the lease was asked for, by `performance.now()`. */
  readonly leasedAt: number;
  readonly position: number;
  readonly path: NorthboundKind;
  /** As it was stored: the bytes that are signed and sent. */
  readonly body: string;
  /** Of this attempt, from 1 on. */
  readonly attempt: number;
  /** A newer one of its lane replaces it. */
  readonly newestOnly: boolean;
  /** The subscription's own; absent: the service's default. */
  readonly callbackUri?: string;
  readonly sealedSecret?: string;
  readonly sealedPrevious?: string;
  readonly previousUntil?: Instant;
  /** Opens for the origin of `callbackUri` alone. */
  readonly sealedToken?: string;
  readonly isDisabled: boolean;
  /** The trace of the request that caused it. */
  readonly traceparent?: string;
}

/** The outcome of a turn for the notification and its lane. */
export interface Settlement {
  readonly turn: Turn;
  /** Absent if no request was sent. */
  readonly result?: AttemptResult;
  readonly at: Instant;
  /** Absent: it keeps waiting. */
  readonly state?: 'delivered' | 'dead' | 'kept';
  readonly failures: number;
  /** Whether to begin the lane's next notification at once; if not, the lane is given back. */
  readonly goesOn: boolean;
  /** Seconds until a lane that is given back is due again; 0: at once. */
  readonly pause: number;
}

/** What has become of a lane whose turn was settled. */
export interface Settled {
  /** False: the lease had expired, the lane had begun again, or its subscription has ended. */
  readonly isHeld: boolean;
  /** Absent: the lane is given back, or not held. */
  readonly next?: Turn;
}
