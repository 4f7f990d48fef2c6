import { NORTHBOUND_KINDS, type NorthboundKind } from '../kernel/northbound-kind.js';
import type { Instant } from '../kernel/time-window.js';

/** What is watched: capacity of one of the three kinds, or reservations. */
export const SUBSCRIPTION_KINDS = [...NORTHBOUND_KINDS, 'reservation'] as const;

export type SubscriptionKind = NorthboundKind | 'reservation';

export const THRESHOLD_TYPES = ['absoluteValue', 'percentageOfTotal'] as const;
export type ThresholdType = (typeof THRESHOLD_TYPES)[number];

export const CONDITIONS = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** When a change of capacity is worth a notification: `figure` `condition` `value`. */
export interface Threshold {
  readonly type: ThresholdType;
  readonly figure: 'available' | 'reserved' | 'total' | 'allocated';
  readonly condition: Condition;
  /** In the units of the class, or per cent of its total; only the latter may have a fraction. */
  readonly value: number;
}

/** What a subscription of either sort has. */
interface SubscriptionBase {
  readonly id: string;
  /** Who made it, where that was said: of all reservations it hears of those of the tenant. */
  readonly tenant?: string;
  /** Base address for its notifications; absent: the service's default or, without one, they are kept for reading. */
  readonly callbackUri?: string;
  readonly createdAt: Instant;
  /** Present while it is told nothing, because its receiver wished so. */
  readonly disabled?: Disabled;
}

export interface Disabled {
  readonly since: Instant;
  readonly reason: string;
}

export interface CapacitySubscription extends SubscriptionBase {
  readonly kind: NorthboundKind;
  /** Absent: the whole service. */
  readonly zoneId?: string;
  /** The type id as the subscriber spelled it; `classOf` gives the resource class. */
  readonly typeId: string;
  /** Absent: every change is worth a notification. */
  readonly threshold?: Threshold;
}

export interface ReservationSubscription extends SubscriptionBase {
  readonly kind: 'reservation';
  /** Empty: all reservations. */
  readonly reservationIds: readonly string[];
}

export type Subscription = CapacitySubscription | ReservationSubscription;

/** What of a subscription can be changed. A member that is absent stays as it is; one that is undefined is taken away. */
export interface SubscriptionChange {
  readonly callbackUri?: string;
  readonly threshold?: Threshold;
  readonly reservationIds?: readonly string[];
}

type Assigned = 'id' | 'createdAt' | 'disabled';

/** A subscription that has not been made yet. `Omit` on the union would lose what sets its members apart. */
export type SubscriptionRequest =
  Omit<CapacitySubscription, Assigned> | Omit<ReservationSubscription, Assigned>;
