import type { Admission } from '../allocation/admission/admission.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { noteIfSilent } from '../allocation/placement/holding.js';
import { DomainError } from '../kernel/domain-error.js';
import { fromNow } from '../kernel/time-window.js';
import { liveReservation } from './end-reservation.js';

/**
 * Ends the hold of a reservation, which then is like any other. One that is not held stays as it is, so a repeated
 * confirmation does no harm.
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
      const isHeld = held.record.heldUntil !== undefined;
      const record = isHeld ? { ...held.record, heldUntil: undefined, updatedAt: now } : held.record;
      if (isHeld) draft.saveReservation({ ...held, record });
      // In any case, because the append also stores the answer for an Idempotency-Key.
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
