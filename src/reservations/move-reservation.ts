import { isDeepStrictEqual } from 'node:util';
import type { Admission } from '../allocation/admission/admission.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import type { Draft } from '../allocation/admission/draft.js';
import { heldClaims, noteIfSilent, release } from '../allocation/placement/holding.js';
import {
  isLive,
  usesCapacity,
  type ContainerRecord,
  type HeldReservation,
  type ReservationRecord,
} from '../allocation/admission/records.js';
import { protectedElement, reservationInUse, unknownReservation } from '../allocation/admission/refusals.js';
import { admitUnbacked } from '../allocation/placement/waiting.js';
import { changedMarks } from '../kernel/marks.js';
import type { Principal } from '../kernel/principal.js';
import { only, withoutZeros } from '../kernel/resource-amounts.js';
import { fromNow } from '../kernel/time-window.js';
import { offeringZeros } from './changed-backing.js';
import { checkForm, checkStart } from './changed-terms.js';
import { createReservation, requireSomething } from './create-reservation.js';
import { changedTraits, type ContainerRequest, type Spelling } from './reservation.js';
import type { ResolvedChange } from './update-reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';

/** A reservation as it was read, and its new zone. */
interface Move {
  readonly record: ReservationRecord;
  readonly to: string;
  readonly caller: Principal;
  /** An instance has drawn on it. */
  readonly wasDrawn: boolean;
}

/**
 * Moves a reservation to another zone: it is admitted there and released here in one transaction. It keeps its id; its
 * history stays in the ledger of each zone. Addresses belong to a zone, so it gets new ones.
 */
export function moveReservation(
  { record, to, caller, wasDrawn }: Move,
  change: ResolvedChange,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  checkForm(record, change);
  checkStart(record, change);
  const containers = change.containers ?? record.containers?.map(asRequested);
  const request = {
    tenant: record.tenant,
    ...changedMarks(change, record),
    start: change.start ?? record.window.start,
    end: change.end ?? record.window.end,
    amounts: containers ? {} : withoutZeros({ ...record.amounts, ...change.amounts }),
    containers,
    traits: changedTraits(record.traits, change.traits),
    elements: change.elements,
    restrictedTo: change.restrictedTo,
    expiry: change.expiry,
    before: record,
    wasDrawn: wasDrawn || undefined,
    seriesId: record.seriesId,
    ...(record.status === 'waiting' ? { wait: { until: record.waitUntil } } : {}),
    spelling: change.spelling,
  };
  requireSomething(request);
  const admission = createReservation(record.id, request, policy);
  return {
    ...admission,
    needs: { ...admission.needs, reservations: [record.id, ...(admission.needs?.reservations ?? [])] },
    decide: (draft) => {
      // Another request has moved it here; a second admission would conflict with its own holdings.
      if (draft.reservation(record.id)) throw changedMeanwhile();
      // The time of the new zone may be ahead: a hold that is over there is over.
      if (!isLive(record, draft.now)) throw unknownReservation(change.spelling.id);
      const after = offeringZeros(change, () => admission.decide(draft));
      draft.noteChange({ before: record, after });
      return after;
    },
    departure: {
      id: record.id,
      from: record.zoneId,
      to,
      drawnThere: record.wasDrawn ? undefined : wasDrawn,
      check: (draft) => void leavingReservation(draft, record, change.spelling, caller),
      decide: (draft) => leave(draft, leavingReservation(draft, record, change.spelling, caller)),
    },
  };
}

/** A container as requested: the new zone decides which of its storage counts. */
function asRequested({ amounts, storage = {}, ...rest }: ContainerRecord): ContainerRequest {
  return { ...rest, amounts: only(amounts, (name) => !(name in storage)), storage };
}

/**
 * The reservation in the zone that it leaves.
 *
 * @throws DomainError when it can't leave, or has changed since it was read
 */
function leavingReservation(
  draft: Draft,
  record: ReservationRecord,
  { id, zone }: Spelling,
  caller: Principal,
): HeldReservation {
  const { now } = draft;
  const held = draft.reservation(record.id);
  // It has moved on already.
  if (!held) throw changedMeanwhile();
  if (!isLive(held.record, now)) throw unknownReservation(id);
  if (!isDeepStrictEqual(held.record, record)) throw changedMeanwhile();
  if (held.instances.some((instance) => usesCapacity(instance, now))) {
    throw reservationInUse(`${zone} must not change while instances use the reservation`, [zone]);
  }
  // A waiting one as well: it has to lie in the zone of its elements.
  const [protector] = draft.namersOf(record.id);
  if (protector) throw protectedElement(id, record.id, protector, caller);
  return held;
}

/** Releases the reservation in the zone that it leaves, and admits others there. */
function leave(draft: Draft, held: HeldReservation): void {
  const { now, head } = draft;
  const { id, window } = held.record;
  release(draft, id, heldClaims(held, now), window);
  noteIfSilent(draft, head, id, fromNow(window, now));
  draft.removeReservation(id);
  admitUnbacked(draft);
}
