import type { Admission } from '../allocation/admission/admission.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { noteIfSilent } from '../allocation/placement/holding.js';
import { DomainError } from '../kernel/domain-error.js';
import { fromNow } from '../kernel/time-window.js';
import { liveReservation } from './end-reservation.js';

/**
 * Ends the hold of a reservation, which then is like any other. One that is not held changes in nothing but the time of the
 * last change, so a repeated confirmation does no harm.
 *
 * @throws DomainError `unknown-reservation`, also when the hold is over; `reservation-inactive` for one that waits
 */
export function confirmReservation(id: string, field: string): Admission<ReservationRecord> {
  return {
    needs: { reservations: [id] },
    decide: (draft) => {
      const held = liveReservation(draft, id, field);
      const { now, head } = draft;
      if (held.record.status === 'waiting') throw nothingToConfirm(field);
      const record = { ...held.record, heldUntil: undefined, updatedAt: now };
      draft.saveReservation({ ...held, record });
      noteIfSilent(draft, head, id, fromNow(record.window, now));
      return record;
    },
  };
}

/** A caller that confirms relies on the capacity, which a waiting reservation does not have. */
function nothingToConfirm(field: string): DomainError {
  const message = `${field} names a reservation that is waiting for capacity: it holds nothing that could be confirmed`;
  return DomainError.about([field], 'inactive', 'reservation-inactive', message);
}
