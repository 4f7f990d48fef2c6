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
import { DomainError } from '../kernel/domain-error.js';
import type { Principal } from '../kernel/principal.js';
import type { Spelling } from './reservation.js';

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
 *
 * @param series the member that names it, if that is the series
 */
export function cancelReservation(
  id: string,
  { id: name }: Spelling,
  caller: Principal,
  series?: string,
): Admission<ReservationRecord> {
  return {
    needs: {
      reservations: [id],
      protectorsOf: [`ResourceReservation:${id}`],
      unbacked: true,
    },
    decide: (draft) => {
      const held = liveReservation(draft, id, series ?? name);
      const [protector] = draft.protectorsOf(id);
      if (protector) {
        const refusal = protectedElement(name, id, protector, caller);
        throw series === undefined ? refusal : ofSeries(refusal, series);
      }
      return endReservation(draft, held, 'terminated');
    },
  };
}

/** The refusal for one reservation of a series, in a request that names the series. */
function ofSeries({ kind, code, message }: DomainError, series: string): DomainError {
  return DomainError.about([series], kind, code, `${series}: ${message}`);
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
