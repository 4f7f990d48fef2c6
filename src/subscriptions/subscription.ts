import type { FigureName } from '../capacity/figures.js';
import { NORTHBOUND_KINDS, type NorthboundKind } from '../kernel/northbound-kind.js';
import type { Instant } from '../kernel/time-window.js';

/** The subject of a subscription: capacity of one of the three kinds, or reservations. */
export const SUBSCRIPTION_KINDS = [...NORTHBOUND_KINDS, 'reservation'] as const;

export type SubscriptionKind = NorthboundKind | 'reservation';

export const THRESHOLD_TYPES = ['absoluteValue', 'percentageOfTotal'] as const;
export type ThresholdType = (typeof THRESHOLD_TYPES)[number];

export const CONDITIONS = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** The condition under which a change of capacity fires: `figure` `condition` `value`. */
export interface Threshold {
  readonly type: ThresholdType;
  readonly figure: FigureName;
  readonly condition: Condition;
  /** In the units of the class, or per cent of its total. May have a fraction. */
  readonly value: number;
}

/** Members of both kinds of subscriptions. */
interface SubscriptionBase {
  readonly id: string;
  /** The tenant that made it, if named: limits a subscription to all reservations to those of the tenant. */
  readonly tenant?: string;
  /** Base address for its notifications; absent: the service's default or, without one, they are kept for reading. */
  readonly callbackUri?: string;
  readonly createdAt: Instant;
  /** Present while it is disabled, because its receiver answered so. */
  readonly disabled?: Disabled;
}

/** A subscription that was changed or removed. */
export interface OwnedSubscription {
  readonly id: string;
  readonly tenant: string | null;
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
  /** Absent: every change fires. */
  readonly threshold?: Threshold;
}

export interface ReservationSubscription extends SubscriptionBase {
  readonly kind: 'reservation';
  /** Empty: all reservations. */
  readonly reservationIds: readonly string[];
}

export type Subscription = CapacitySubscription | ReservationSubscription;

/** A change of the settings of a subscription. An absent member stays; one that is undefined is removed. */
export interface SettingsChange {
  readonly callbackUri?: string;
  readonly threshold?: Threshold;
  readonly reservationIds?: readonly string[];
}

export interface SubscriptionChange {
  readonly settings: SettingsChange;
  /** Absent: it stays as long as the receiver does; null: it is removed. */
  readonly callbackToken?: string | null;
}

type Assigned = 'id' | 'createdAt' | 'disabled';

/** A subscription before it is made. `Omit` on the union would lose the members that distinguish its kinds. */
export type SubscriptionRequest =
  Omit<CapacitySubscription, Assigned> | Omit<ReservationSubscription, Assigned>;

/** A request for a subscription, with what its receiver wants to see. */
export interface SubscribeRequest {
  readonly request: SubscriptionRequest;
  readonly callbackToken?: string;
}
