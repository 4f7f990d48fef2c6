import type { Schemas } from '@headroom/client';
import type { Amounts } from '../kernel/amounts';

/** The document names the built-in classes alone. */
type WithAmounts<T> = Omit<T, 'capacity'> & { readonly capacity: Amounts };

/** The document does not say that the parts of a record are whole. */
type Whole<T extends { capacity?: unknown; end?: string }> = WithAmounts<Required<Omit<T, 'end'>>> &
  Pick<T, 'end'>;

export type Zone = Schemas['Zone'];
export type Reservation = WithAmounts<Schemas['ReservationSummary']>;
export type ReservationState = Reservation['state'];
export type ReservationDetails = Reservation & {
  readonly claims: readonly WithAmounts<Required<Schemas['ReservationClaim']>>[];
  readonly instances: readonly WithAmounts<Required<Schemas['DrawingInstance']>>[];
  readonly history: readonly Whole<Schemas['HistoryLine']>[];
};
export type Drift = Schemas['ClassDrift'];
export type Provider = Schemas['ProviderSummary'];
export type PoolEntry = WithAmounts<Schemas['PoolEntry']>;
export type CapacityFigures = Required<Schemas['CapacityInformation']>;
export type Subscription = Schemas['Subscription'];
export type Threshold = Schemas['ThresholdMember'];
export type Delivery = Schemas['Delivery'];
export type DeliveryWithLog = Schemas['DeliveryWithLog'];
