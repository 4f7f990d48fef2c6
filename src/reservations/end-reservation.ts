import type { Admission } from '../allocation/admission.js';
import { changedMeanwhile } from '../allocation/changed-meanwhile.js';
import type { Draft } from '../allocation/draft.js';
import { heldClaims, noteIfSilent, readmitConflicted, release, usedClaims } from '../allocation/holding.js';
import { isLive, type HeldReservation, type ReservationRecord, usesCapacity } from '../allocation/records.js';
import { protectedElement, unknownReservation } from '../allocation/refusals.js';
import { fromNow } from '../kernel/time-window.js';

/**
 * A reservation that can still be changed.
 *
 * @throws DomainError `unknown-reservation` when it was ended or is over; `reservation-changed` when it is not in this zone
 *   any more
 */
export function liveReservation(draft: Draft, id: string, field: string): HeldReservation {
  const held = draft.reservation(id);
  if (!held) throw changedMeanwhile();
  if (!isLive(held.record, draft.now)) throw unknownReservation(field);
  return held;
}

/**
 * Ends a reservation now. Its unallocated remainder is free at once; each live instance keeps what it uses until the
 * reservation's end (semantics §5).
 */
export function cancelReservation(id: string, field: string): Admission<ReservationRecord> {
  return {
    needs: {
      reservations: [id],
      protectorsOf: [`ResourceReservation:${id}`],
      conflicted: 'oldest',
    },
    decide: (draft) => {
      const held = liveReservation(draft, id, field);
      const [protector] = draft.protectorsOf(id);
      if (protector) throw protectedElement(field, id, protector.id);
      return end(draft, held, 'terminated');
    },
  };
}

/** Releases a reservation that nothing was allocated from before its expiry; true if it did. */
export function lapseReservation(id: string): Admission<boolean> {
  return {
    needs: { reservations: [id], conflicted: 'oldest' },
    decide: (draft) => {
      const held = draft.reservation(id);
      if (!held || !isLive(held.record, draft.now)) return false;
      const { expiresAt } = held.record;
      if (expiresAt === undefined || expiresAt > draft.now) return false;
      if (held.instances.some((instance) => usesCapacity(instance, draft.now))) return false;
      end(draft, held, 'lapsed');
      return true;
    },
  };
}

function end(draft: Draft, held: HeldReservation, status: 'terminated' | 'lapsed'): ReservationRecord {
  const { now } = draft;
  const since = draft.head;
  release(draft, held.record.id, heldClaims(held, now), held.record.window);
  const record: ReservationRecord = { ...held.record, status, updatedAt: now, endedAt: now };
  draft.endAddresses(record.id);
  draft.saveReservation({ ...held, record, claims: usedClaims(held, now) });
  noteIfSilent(draft, since, record.id, fromNow(record.window, now));
  readmitConflicted(draft);
  return record;
}
