import type { ReservationRecord } from '../allocation/admission/records.js';
import type { Instant } from '../kernel/time-window.js';
import type { ReservationRequest } from './reservation.js';

export interface ResolvedRequest extends ReservationRequest {
  /** `<Kind>:<id>` of each. */
  readonly elements: readonly string[];
  readonly restrictedTo: readonly string[];
  /** Of a reservation that moves: its creation time and the end of its hold. Absent: it is new. */
  readonly createdAt?: Instant;
  readonly heldUntil?: Instant;
  /** A reservation that moves, as it is in the zone that it leaves. It has no expiry if that was met. */
  readonly before?: ReservationRecord;
  /** The series it is an occurrence of. */
  readonly seriesId?: string;
}
