import type { Admission } from '../allocation/admission/admission.js';
import { noteIfSilent } from '../allocation/placement/holding.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { changedMarks } from '../kernel/marks.js';
import { fromNow } from '../kernel/time-window.js';
import { liveReservation } from './end-reservation.js';
import type { AskedChange } from './reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';
import { checkNumberOfWaits, waitingCallers } from './waiting.js';

/** Whether a change is of name and labels alone, so that capacity, policies and elements don't matter to it. */
export function changesMarksOnly({ name, labels, spelling: _, ...terms }: AskedChange): boolean {
  const isMarked = name !== undefined || labels !== undefined;
  return isMarked && Object.values(terms).every((term) => term === undefined);
}

/**
 * Changes the name or labels of a live reservation, also in conflict. Its state and providers stay.
 *
 * @throws DomainError `unknown-reservation`; `policy-violated` for labels that make too much of what waits
 */
export function markReservation(
  { id, tenant, status }: Pick<ReservationRecord, 'id' | 'tenant' | 'status'>,
  change: AskedChange,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    needs: { reservations: [id], waitsOf: waitingCallers(status === 'waiting', tenant) },
    decide: (draft) => {
      const held = liveReservation(draft, id, change.spelling.id);
      const { now, head } = draft;
      const record = { ...held.record, ...changedMarks(change, held.record), updatedAt: now };
      if (record.status === 'waiting')
        checkNumberOfWaits(draft, change.spelling, policy, record, held.record);
      draft.saveReservation({ ...held, record });
      noteIfSilent(draft, head, id, fromNow(record.window, now));
      return record;
    },
  };
}
