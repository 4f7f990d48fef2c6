import type { ReservationRecord } from '../allocation/admission/records.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { ReservationRequest } from './reservation.js';

export interface ResolvedRequest extends ReservationRequest {
  /** `<Kind>:<id>` of each. */
  readonly elements: readonly string[];
  readonly restrictedTo: readonly string[];
  /** Of a reservation that moves: its creation time and the end of its hold. Absent: it is new. */
  readonly createdAt?: Instant;
  readonly heldUntil?: Instant;
  /** Of a reservation that moves: its amounts, whose kinds it keeps. */
  readonly amountsBefore?: ResourceAmounts;
  /** Of a reservation that moves: its window and expiry, which it keeps if the request names no expiry. */
  readonly expiryBefore?: Pick<ReservationRecord, 'window' | 'expiresAt' | 'expiresAfter'>;
  /** Of a waiting reservation that moves: as it waits in the zone that it leaves. */
  readonly waitingBefore?: ReservationRecord;
  /** The series it is an occurrence of. */
  readonly seriesId?: string;
}
