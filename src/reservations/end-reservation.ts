import type { Admission } from '../allocation/admission/admission.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import type { Draft } from '../allocation/admission/draft.js';
import { endReservation } from '../allocation/placement/ending.js';
import {
  isLive,
  type HeldReservation,
  type ReservationRecord,
  usesCapacity,
} from '../allocation/admission/records.js';
import { protectedElement, unknownReservation } from '../allocation/admission/refusals.js';
import type { Principal } from '../kernel/principal.js';

/**
 * A reservation that can still be changed.
 *
 * @throws DomainError `unknown-reservation` when it was ended or is over; `reservation-changed` when it is no longer in
 *   this zone
 */
export function liveReservation(draft: Draft, id: string, field: string): HeldReservation {
  const held = draft.reservation(id);
  if (!held) throw changedMeanwhile();
  if (!isLive(held.record, draft.now)) throw unknownReservation(field);
  return held;
}

/**
 * Ends a reservation now. Its unallocated remainder is free at once; each live instance keeps its amounts until the
 * reservation's end (semantics §5).
 */
export function cancelReservation(
  id: string,
  field: string,
  caller: Principal,
): Admission<ReservationRecord> {
  return {
    needs: {
      reservations: [id],
      protectorsOf: [`ResourceReservation:${id}`],
      unbacked: true,
    },
    decide: (draft) => {
      const held = liveReservation(draft, id, field);
      const [protector] = draft.protectorsOf(id);
      if (protector) throw protectedElement(field, id, protector, caller);
      return endReservation(draft, held, 'terminated');
    },
  };
}

/** Releases a reservation at its expiry if no instance was allocated from it; true if it did. */
export function lapseReservation(id: string): Admission<boolean> {
  return {
    needs: { reservations: [id], unbacked: true },
    decide: (draft) => {
      const held = draft.reservation(id);
      if (!held || !isLive(held.record, draft.now)) return false;
      const { expiresAt } = held.record;
      if (expiresAt === undefined || expiresAt > draft.now) return false;
      if (held.instances.some((instance) => usesCapacity(instance, draft.now))) return false;
      endReservation(draft, held, 'lapsed');
      return true;
    },
  };
}

/** Ends the wait of a reservation whose deadline has passed; true if it did. */
export function endWait(id: string): Admission<boolean> {
  return {
    needs: { reservations: [id] },
    decide: (draft) => {
      const held = draft.reservation(id);
      if (held?.record.status !== 'waiting' || isLive(held.record, draft.now)) return false;
      endReservation(draft, held, 'lapsed');
      return true;
    },
  };
}
