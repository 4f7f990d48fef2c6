import type { Admission } from '../allocation/admission.js';
import { changedMeanwhile } from '../allocation/changed-meanwhile.js';
import type { Draft } from '../allocation/draft.js';
import {
  heldClaims,
  hold,
  mergeClaims,
  noteIfSilent,
  readmitConflicted,
  release,
  usedClaims,
} from '../allocation/holding.js';
import { placementOptions } from '../allocation/placement.js';
import type { HeldReservation, ReservationRecord } from '../allocation/records.js';
import { changedMarks } from '../kernel/marks.js';
import { isNothing } from '../kernel/resource-amounts.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';
import { assignAddresses } from './assign-addresses.js';
import { moveInstances, offeringUsed, placeRest, restOf } from './changed-backing.js';
import { changedDemand, changedExpiry, changedWindow } from './changed-terms.js';
import { nothingLeft } from './create-reservation.js';
import { checkInstances, checkNoCircle, instanceIds, reservationIds } from './elements.js';
import { liveReservation } from './end-reservation.js';
import { kindOf, type ReservationChange } from './reservation.js';
import { checkWindow, type ReservationPolicy } from './reservation-policy.js';
import { checkTenant, limitedTenants } from './tenant-limits.js';

/** A change whose elements have been found: the new ones, else those the reservation has. */
export interface ResolvedChange extends ReservationChange {
  readonly elements: readonly string[];
  readonly elementsAreNew: boolean;
  readonly restrictedTo: readonly string[];
}

/** Changes a reservation, all or nothing; its own hold is left out of the check. */
export function updateReservation(
  { id, tenant }: Pick<ReservationRecord, 'id' | 'tenant'>,
  change: ResolvedChange,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    needs: {
      reservations: [id],
      instances: instanceIds(change.elements),
      protectorsOf: change.elements,
      chainsFrom: change.elementsAreNew ? reservationIds(change.elements) : [],
      conflicted: 'oldest',
      addresses: (change.amounts?.addresses ?? 0) > 0,
      heldBy: limitedTenants(tenant, policy),
    },
    addresses: change.amounts?.addresses,
    decide: (draft) => decide(draft, id, change, policy),
  };
}

function decide(
  draft: Draft,
  id: string,
  change: ResolvedChange,
  policy: ReservationPolicy,
): ReservationRecord {
  const held = liveReservation(draft, id, change.spelling.id);
  const { now } = draft;
  const window = changedWindow(draft, held, change);
  checkWindow(window, now, policy, change.spelling);
  checkElements(draft, held, change, window);

  const since = draft.head;
  release(draft, id, heldClaims(held, now), held.record.window);
  const instances = moveInstances(draft, held, window.end);
  const used = usedClaims({ ...held, instances }, now);
  const { demand, containers } = changedDemand(draft, held, change);
  if (isNothing(demand.amounts) && change.elements.length === 0) throw nothingLeft(change.spelling.amounts);
  checkTenant(draft, { ...held.record, window, amounts: demand.amounts }, policy, change.spelling);
  const rest = restOf(demand, used, change.spelling.amounts);
  const options = placementOptions(change.restrictedTo);
  const changed = { demand, rest, window, options };
  const { placed, addresses } = offeringUsed(changed, () => ({
    placed: placeRest(draft, held, changed),
    addresses: assignAddresses(draft, id, rest, window, options, held.record.addresses),
  }));
  hold(draft, id, placed, window);

  const record: ReservationRecord = {
    ...held.record,
    ...changedMarks(change, held.record),
    kind: containers ? 'containers' : kindOf(demand.amounts),
    status: 'admitted',
    window,
    ...changedExpiry(held, change, window.start, now),
    amounts: demand.amounts,
    containers,
    elements: change.elements,
    restrictedTo: change.restrictedTo,
    addresses,
    updatedAt: now,
  };
  draft.saveReservation({ record, claims: mergeClaims(used, placed), instances });
  noteIfSilent(draft, since, id, fromNow(window, now));
  readmitConflicted(draft);
  return record;
}

function checkElements(
  draft: Draft,
  held: HeldReservation,
  change: ResolvedChange,
  window: TimeWindow,
): void {
  const { elements } = change;
  const isSame = sameElements(held, elements);
  if (!change.elementsAreNew && !isSame) throw changedMeanwhile();
  if (change.elementsAreNew) checkNoCircle(draft, elements, held.record.id);
  checkInstances(draft, elements, held.record.id, window, isSame ? 'kept' : 'new');
}

function sameElements({ record }: HeldReservation, elements: readonly string[]): boolean {
  return (
    elements.length === record.elements.length &&
    elements.every((element) => record.elements.includes(element))
  );
}
