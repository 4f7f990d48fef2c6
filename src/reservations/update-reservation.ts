import type { Admission } from '../allocation/admission/admission.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import type { Draft } from '../allocation/admission/draft.js';
import {
  drawnClaims,
  heldClaims,
  hold,
  mergeClaims,
  noteIfSilent,
  release,
} from '../allocation/placement/holding.js';
import { admitUnbacked } from '../allocation/placement/waiting.js';
import type { Unit } from '../allocation/placement/demand.js';
import { placementOptions } from '../allocation/placement/placement.js';
import type { HeldReservation, ReservationRecord } from '../allocation/admission/records.js';
import { noAmounts } from '../allocation/admission/refusals.js';
import { changedMarks } from '../kernel/marks.js';
import { covers, isNothing } from '../kernel/resource-amounts.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';
import { offeringAllowed } from './allowed-offer.js';
import { addressRoom, assignAddresses } from './assign-addresses.js';
import { moveInstances, offeringUsed, offeringZeros, placeRest, restOf } from './changed-backing.js';
import {
  actualWindow,
  changedDemand,
  changedExpiry,
  changedWindow,
  checkForm,
  holdWithin,
} from './changed-terms.js';
import { requiresTraits } from './create-reservation.js';
import {
  areKept,
  checkInstances,
  checkNoCircle,
  checkProviders,
  checkReservationsAndPools,
  exclusiveElements,
  instanceIds,
  poolIds,
  reservationIds,
  type NewOrKept,
} from './elements.js';
import { liveReservation } from './end-reservation.js';
import { kindOf, type AskedChange } from './reservation.js';
import { checkWindow, type ReservationPolicy } from './reservation-policy.js';
import { checkTenant, tenantNeeds } from './tenant-limits.js';
import { asWaiting, checkNumberOfWaits, mayWait, waitingCallers } from './waiting.js';

/** A change with resolved elements: the new ones, else those of the reservation. */
export interface ResolvedChange extends AskedChange {
  readonly elements: readonly string[];
  readonly elementsAreNew: boolean;
  readonly restrictedTo: readonly string[];
}

/** Changes a reservation, all or nothing; its own holdings are left out of the check. */
export function updateReservation(
  { id, tenant, status }: Pick<ReservationRecord, 'id' | 'tenant' | 'status'>,
  change: ResolvedChange,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    needs: {
      reservations: [id, ...(change.elementsAreNew ? reservationIds(change.elements) : [])],
      instances: instanceIds(change.elements),
      poolEntries: change.elementsAreNew ? poolIds(change.elements) : [],
      instancesOf: [id],
      protectorsOf: exclusiveElements(change.elements),
      providers: change.elementsAreNew ? change.restrictedTo : [],
      chainsFrom: change.elementsAreNew ? reservationIds(change.elements) : [],
      unbacked: true,
      addresses: (change.amounts?.addresses ?? 0) > 0,
      ...tenantNeeds(tenant, policy),
      traits: requiresTraits(change),
      waitsOf: waitingCallers(status === 'waiting', tenant),
    },
    addresses: change.amounts?.addresses,
    decide: (draft) => offeringZeros(change, () => decide(draft, id, change, policy)),
  };
}

function decide(
  draft: Draft,
  id: string,
  change: ResolvedChange,
  policy: ReservationPolicy,
): ReservationRecord {
  const held = liveReservation(draft, id, change.spelling.id);
  checkForm(held.record, change);
  const { now } = draft;
  const window = changedWindow(draft, held, change);
  const actual = actualWindow(held.record, window, now);
  checkWindow(actual, now, policy, change.spelling, actualWindow(held.record, held.record.window, now));
  const since = draft.head;
  const { claims, instances, ...rest } = backAnew(draft, held, { change, window, policy });
  const changed: ReservationRecord = {
    ...held.record,
    ...changedMarks(change, held.record),
    ...rest,
    window: rest.status === 'waiting' ? window : actual,
    ...changedExpiry(held, change, actual, now),
    heldUntil: holdWithin(held.record.heldUntil, window),
    elements: change.elements,
    restrictedTo: change.restrictedTo,
    updatedAt: now,
  };
  const record = rest.status === 'waiting' ? asWaiting(changed) : { ...changed, waitUntil: undefined };
  if (record.status === 'waiting') checkNumberOfWaits(draft, change.spelling, policy, record, held.record);
  draft.saveReservation({ record, claims, instances });
  noteIfSilent(draft, since, id, fromNow(window, now));
  admitUnbacked(draft);
  return record;
}

interface Changed {
  readonly change: ResolvedChange;
  readonly window: TimeWindow;
  readonly policy: ReservationPolicy;
}

type Backing = Pick<HeldReservation, 'claims' | 'instances'> &
  Pick<ReservationRecord, 'kind' | 'status' | 'amounts' | 'containers' | 'traits' | 'addresses'>;

/** Releases the reservation's holdings, and holds the changed demand. A waiting reservation that does not fit waits on. */
function backAnew(draft: Draft, held: HeldReservation, { change, window, policy }: Changed): Backing {
  const { now } = draft;
  const { id, addresses: before } = held.record;
  const are = checkElements(draft, held, change);
  release(draft, id, heldClaims(held, now), held.record.window);
  const { demand, reserved } = changedDemand(draft.fold, held.record, change);
  const options = placementOptions(change.restrictedTo, draft.providerTraits);
  const instances = moveInstances(draft, held, window.end, demand, options);
  const drawn = drawnClaims({ ...held, instances }, now);
  if (isNothing(demand.amounts) && change.elements.length === 0) throw noAmounts(change.spelling.amounts);
  const asked = {
    ...held.record,
    window,
    amounts: demand.amounts,
    expiry: change.expiry,
    before: held.record,
  };
  checkTenant(draft, asked, policy, change.spelling);
  const rest = restOf(reserved, drawn, options, change.spelling.amounts);
  const wanted = {
    demand: rest,
    window: fromNow(window, now),
    options,
    addresses: addressRoom(draft, id, rest, before),
  };
  offeringAllowed(draft, asked, policy, () => checkInstances(draft, change.elements, id, wanted, are));
  const placesAnew = requiresTraits(change) || !areEqual(held.record.containers, reserved.containers);
  const changed = { demand, rest, window, options, placesAnew };
  const kind = reserved.containers ? 'containers' : kindOf(reserved.amounts);
  const terms = { ...reserved, kind, instances };
  try {
    const backed = () => ({
      placed: placeRest(draft, held, changed),
      addresses: assignAddresses(draft, id, rest, window, options, before),
    });
    const { placed, addresses } = offeringAllowed(draft, asked, policy, () => offeringUsed(changed, backed));
    hold(draft, id, placed, window);
    return { ...terms, status: 'admitted', addresses, claims: mergeClaims(drawn, placed) };
  } catch (error) {
    if (held.record.status !== 'waiting' || !mayWait(error)) throw error;
    return { ...terms, status: 'waiting', addresses: [], claims: [] };
  }
}

function areEqual(before: readonly Unit[] = [], after: readonly Unit[] = []): boolean {
  const isSame = (one: Unit, other: Unit) =>
    covers(one.amounts, other.amounts) && covers(other.amounts, one.amounts);
  return before.length === after.length && before.every((unit, index) => isSame(unit, after[index]));
}

/** @returns whether the elements are those that the reservation has */
function checkElements(draft: Draft, { record }: HeldReservation, change: ResolvedChange): NewOrKept {
  const { elements } = change;
  const are = areKept(record, elements) ? 'kept' : 'new';
  if (!change.elementsAreNew && are === 'new') throw changedMeanwhile();
  if (change.elementsAreNew) {
    checkNoCircle(draft, elements, record.id);
    checkProviders(draft, change.restrictedTo);
    checkReservationsAndPools(draft, elements, are);
  }
  return are;
}
