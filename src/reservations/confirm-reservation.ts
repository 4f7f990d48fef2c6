import type { Admission } from '../allocation/admission/admission.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { noteIfSilent } from '../allocation/placement/holding.js';
import { fromNow } from '../kernel/time-window.js';
import { liveReservation } from './end-reservation.js';

/**
 * Ends the hold of a reservation, which then is like any other. One that is not held stays as it is, so a repeated
 * confirmation does no harm.
 *
 * @throws DomainError `unknown-reservation`, also when the hold is over
 */
export function confirmReservation(id: string, field: string): Admission<ReservationRecord> {
  return {
    needs: { reservations: [id] },
    decide: (draft) => {
      const held = liveReservation(draft, id, field);
      const { now, head } = draft;
      const record = { ...held.record, heldUntil: undefined, updatedAt: now };
      draft.saveReservation({ ...held, record });
      noteIfSilent(draft, head, id, fromNow(record.window, now));
      return record;
    },
  };
}
