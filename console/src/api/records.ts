import type { Amounts } from '../kernel/amounts';

export interface Zone {
  readonly zone: string;
  readonly providers: number;
  readonly createdAt: string;
  readonly changedAt: string;
}

export type ReservationState =
  'initialized' | 'active' | 'conflict' | 'held' | 'waiting' | 'expired' | 'terminated';

export interface Reservation {
  readonly reservationId: string;
  readonly zone: string;
  readonly tenant?: string;
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly state: ReservationState;
  readonly start: string;
  readonly end?: string;
  readonly expiry?: string;
  readonly heldUntil?: string;
  readonly waitUntil?: string;
  readonly seriesId?: string;
  readonly capacity: Amounts;
  readonly elements: readonly string[];
  readonly publicIps: readonly string[];
  readonly created?: string;
  readonly updated?: string;
  readonly ended?: string;
}

export interface Claim {
  readonly providerId: string;
  readonly capacity: Amounts;
}

export interface DrawingInstance {
  readonly instanceId: string;
  readonly providerId: string;
  readonly name: string;
  readonly state: string;
  readonly capacity: Amounts;
}

export interface HistoryLine {
  readonly sequence: number;
  readonly recorded: string;
  readonly moves: 'total' | 'reserved' | 'allocated';
  readonly owner: string;
  readonly start: string;
  readonly end?: string;
  readonly capacity: Amounts;
}

export interface ReservationDetails extends Reservation {
  readonly claims: readonly Claim[];
  readonly instances: readonly DrawingInstance[];
  readonly history: readonly HistoryLine[];
}

export interface Drift {
  readonly declared: number;
  readonly peak: number;
  readonly limit?: number;
  readonly beyond: number;
}

export interface Provider {
  readonly providerId: string;
  readonly providerType: string;
  readonly endpoint: string;
  readonly username?: string;
  readonly tenant?: { readonly id?: string; readonly name?: string };
  readonly region?: string;
  readonly zone: string;
  readonly state: string;
  readonly lastError?: string;
  readonly lookedAt?: string;
  readonly drift: Readonly<Record<string, Drift>>;
  readonly traits?: Readonly<Record<string, string | boolean>>;
  readonly createdAt: string;
}

export interface PoolEntry {
  readonly poolId: string;
  readonly zone: string;
  readonly providerId: string;
  readonly start: string;
  readonly end?: string;
  readonly capacity: Amounts;
  readonly created: string;
  readonly ended?: string;
}

export interface CapacityFigures {
  readonly total: number;
  readonly allocated: number;
  readonly reserved: number;
  readonly available: number;
}

export interface Threshold {
  readonly thresholdType: string;
  readonly threshold: {
    readonly capacity_info: keyof CapacityFigures;
    readonly condition: string;
    readonly value: number;
  };
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly kind: string;
  readonly tenant?: string;
  readonly created: string;
  readonly callbackUri?: string;
  readonly zoneId?: string;
  readonly computeResourceTypeId?: string;
  readonly networkResourceTypeId?: string;
  readonly storageResourceTypeId?: string;
  readonly threshold?: Threshold;
  readonly disabled?: { readonly since: string; readonly reason: string };
  readonly inputFilter?: readonly { readonly reservationId: string }[];
}

export interface Delivery {
  readonly deliveryId: string;
  readonly subscriptionId: string;
  readonly position: number;
  readonly path: string;
  readonly state: string;
  readonly attempts: number;
  readonly created: string;
  readonly settled?: string;
  readonly notification: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  readonly number: number;
  readonly at: string;
  readonly outcome: string;
  readonly status?: number;
  readonly milliseconds: number;
}

export interface DeliveryWithLog extends Delivery {
  readonly log: readonly Attempt[];
}
