import type { Admission } from '../allocation/admission/admission.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { newId } from '../kernel/identifiers.js';
import { createReservation } from '../reservations/create-reservation.js';
import type { ResolvedRequest } from '../reservations/resolved-request.js';
import { OPERATIONS_SPELLING } from '../reservations/reservation.js';
import type { ReservationPolicy } from '../reservations/reservation-policy.js';
import { earliestOf, findWindows, fromThenOn, type FoundWindows, type WindowsAsked } from './find-windows.js';

/** What was found, and the reservation that holds the first of it; none where nothing was found. */
export interface HeldWindow {
  readonly found: FoundWindows;
  readonly record?: ReservationRecord;
}

/** A hold of the first window: for how many seconds, and for whom. */
export interface HoldAsked {
  readonly seconds: number;
  readonly tenant?: string;
}

/**
 * Finds the first window of a zone and holds it, on one state.
 *
 * @param others what was found in the other zones
 * @throws DomainError `reservation-changed` when another zone now has an earlier window: all must be searched again
 */
export function holdFirst(
  asked: WindowsAsked,
  { seconds, tenant }: HoldAsked,
  others: readonly FoundWindows[],
  policy: ReservationPolicy,
): Admission<HeldWindow> {
  const id = newId();
  const request: ResolvedRequest = {
    ...asked,
    tenant,
    elements: [],
    restrictedTo: [],
    holdSeconds: seconds,
    spelling: asked.containers ? { ...OPERATIONS_SPELLING, amounts: 'containers' } : OPERATIONS_SPELLING,
  };
  const { needs, addresses } = createReservation(id, request, policy);
  return {
    needs,
    addresses,
    decide: (draft) => {
      const here = findWindows(draft, asked, policy);
      const [first] = here.windows;
      // Time may have passed since the others were searched.
      const ahead = others.map((other) => fromThenOn(other, draft.now));
      const [elsewhere] = earliestOf(ahead, 1).windows;
      if (elsewhere && (!first || first.start > elsewhere.start)) throw changedMeanwhile();
      const found = earliestOf([here, ...ahead], asked.limit, first?.zoneId);
      if (!first) return { found };
      const window = { start: first.start, end: first.start + asked.duration };
      return { found, record: createReservation(id, { ...request, ...window }, policy).decide(draft) };
    },
  };
}
