import type { Instant } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import type { AttemptResult } from './delivery.js';

/** What is told in order to one subscriber. */
export interface LaneKey {
  readonly subscriptionId: string;
  readonly lane: string;
}

/** A lane this process has, for as long as `lease` is what the database knows of it. */
export interface HeldLane extends LaneKey {
  /** What is bounded together: scheme, host and port. */
  readonly endpoint: string;
  readonly lease: string;
  /** Attempts that failed in a row. */
  readonly failures: number;
}

/** The notification at the front of a held lane; that it is being sent is stored already. */
export interface Turn extends HeldLane {
  readonly id: string;
  readonly position: number;
  readonly path: NorthboundKind;
  /** As it was stored: the bytes that are signed and sent. */
  readonly body: string;
  /** Of this attempt, from 1 on. */
  readonly attempt: number;
  /** The subscription's own; absent: the service's default. */
  readonly callbackUri?: string;
  readonly sealedSecret?: string;
  readonly sealedPrevious?: string;
  readonly previousUntil?: Instant;
  readonly isDisabled: boolean;
}

/** How a turn ended, and what becomes of its lane. */
export interface Settlement {
  readonly turn: Turn;
  /** Absent where nothing was sent. */
  readonly result?: AttemptResult;
  readonly at: Instant;
  /** Absent: it goes on waiting. */
  readonly state?: 'delivered' | 'dead' | 'kept';
  readonly failures: number;
  /** Whether the lane's next notification is to be begun right away; if not, the lane is given back. */
  readonly goesOn: boolean;
  /** When a lane that is given back is due again. */
  readonly dueAt: Instant;
}
