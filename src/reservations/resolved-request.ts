import type { ReservationRecord } from '../allocation/admission/records.js';
import type { ReservationRequest } from './reservation.js';

export interface ResolvedRequest extends ReservationRequest {
  /** `<Kind>:<id>` of each. */
  readonly elements: readonly string[];
  readonly restrictedTo: readonly string[];
  /** A reservation that moves, as it is in the zone that it leaves. Absent: it is new. */
  readonly before?: ReservationRecord;
  /** Whether an instance has drawn on the one before, so that its expiry does not release it. */
  readonly wasDrawn?: true;
  /** The series it is an occurrence of. */
  readonly seriesId?: string;
}
