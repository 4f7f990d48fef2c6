import type { Admission } from '../allocation/admission.js';
import { demandOf, type Demand } from '../allocation/demand.js';
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
import { refusal } from '../allocation/offer.js';
import { claimsFit, place, placementOptions } from '../allocation/placement.js';
import {
  usesCapacity,
  type Claim,
  type HeldReservation,
  type InstanceRecord,
  type ReservationRecord,
} from '../allocation/records.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  covers,
  classesOf,
  isNothing,
  minus,
  plus,
  sumOf,
  type ResourceAmounts,
  negated,
} from '../kernel/resource-amounts.js';
import { fromNow, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { assignAddresses, containersIn, demandFor, instanceIds, nothingLeft } from './create-reservation.js';
import { checkInstances, checkNoCircle } from './elements.js';
import { liveReservation } from './end-reservation.js';
import { expiryColumns, expiryOf, kindOf, type ReservationChange } from './reservation.js';
import { checkWindow, type ReservationPolicy } from './reservation-policy.js';

/** A change whose elements have been found: the new ones, else those the reservation has. */
export interface ResolvedChange extends ReservationChange {
  readonly elements: readonly string[];
  readonly elementsAreNew: boolean;
  readonly restrictedTo: readonly string[];
}

/** Changes a reservation, all or nothing; its own hold is left out of the check. */
export function updateReservation(
  id: string,
  change: ResolvedChange,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    needs: {
      reservations: [id],
      instances: instanceIds(change.elements),
      protectorsOf: [...change.elements, `ResourceReservation:${id}`],
      conflicted: 'oldest',
      addresses: (change.amounts?.addresses ?? 0) > 0,
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
  const window = changedWindow(draft, held, change);
  checkWindow(window, draft.now, policy, change.spelling);
  const { elements, restrictedTo } = change;
  if (!change.elementsAreNew && !sameElements(held, elements)) throw changedMeanwhile();
  checkNoCircle(draft, elements, id);
  checkInstances(draft, elements, id, window, sameElements(held, elements) ? 'kept' : 'new');

  const since = draft.head;
  release(draft, id, heldClaims(held, draft.now), held.record.window);
  const instances = moveInstances(draft, held, window.end);
  const moved = { ...held, instances };
  const { demand, containers } = changedDemand(draft, held, change);
  if (isNothing(demand.amounts) && elements.length === 0) throw nothingLeft(change.spelling.amounts);
  const used = usedClaims(moved, draft.now);
  const rest = restOf(demand, used, change.spelling.amounts);
  const placed = placeRest(draft, held, demand, rest, window, restrictedTo);
  hold(draft, id, placed, window);

  const record: ReservationRecord = {
    ...held.record,
    kind: containers ? 'containers' : kindOf(demand.amounts),
    status: 'admitted',
    window,
    ...expiryFor(held, change, window.start, draft.now),
    amounts: demand.amounts,
    containers,
    elements,
    restrictedTo,
    addresses: assignAddresses(
      draft,
      id,
      demand,
      window,
      placementOptions(restrictedTo),
      held.record.addresses,
    ),
    updatedAt: draft.now,
  };
  draft.saveReservation({ record, claims: mergeClaims(used, placed), instances });
  noteIfSilent(draft, since, id, fromNow(window, draft.now));
  readmitConflicted(draft);
  return record;
}

/** An expiry that nobody touches follows the start, or stays; it is not held against the clock again. */
function expiryFor(
  { record }: HeldReservation,
  { expiry, spelling }: ResolvedChange,
  start: Instant,
  now: Instant,
) {
  const before = expiryOf(record);
  if (expiry === undefined && before && 'at' in before) return {};
  return expiryColumns(expiry === undefined ? before : expiry, start, now, spelling);
}

/** What was read of the reservation before the decision no longer holds: to be read and decided again. */
export function changedMeanwhile(): DomainError {
  const message = 'the reservation was changed by somebody else meanwhile; try again';
  return new DomainError('unavailable', RESERVATION_CHANGED, message, { retryAfter: 1 });
}

export const RESERVATION_CHANGED = 'reservation-changed';

function sameElements({ record }: HeldReservation, elements: readonly string[]): boolean {
  return (
    elements.length === record.elements.length &&
    elements.every((element) => record.elements.includes(element))
  );
}

/** A start that has passed stays as it was; one that would leave running instances before it is refused. */
function changedWindow(
  draft: Draft,
  { record, instances }: HeldReservation,
  change: ResolvedChange,
): TimeWindow {
  const { now } = draft;
  const begun = record.window.start <= now;
  const asked = change.start ?? record.window.start;
  const start = asked > now ? asked : begun ? record.window.start : now;
  if (start > now && instances.some((instance) => usesCapacity(instance, now))) {
    throw inUse(`${change.spelling.start} must not lie after now while instances use the reservation`);
  }
  return { start, end: change.end ?? record.window.end };
}

function changedDemand(
  draft: Draft,
  { record }: HeldReservation,
  change: ResolvedChange,
): { demand: Demand; containers: ReservationRecord['containers'] } {
  const containers =
    containersIn(draft.fold, change.containers) ?? (change.amounts ? undefined : record.containers);
  if (containers) return { demand: demandFor({}, containers), containers };
  // A member that is given replaces its value; zero takes the class out.
  const amounts: Record<string, number> = { ...record.amounts, ...change.amounts };
  return { demand: demandOf(amounts), containers: undefined };
}

/** Instances live until the reservation ends, so their use follows its end. */
function moveInstances(draft: Draft, held: HeldReservation, end: number): InstanceRecord[] {
  return held.instances.map((instance) => {
    const { window, providerId } = instance;
    if (window.end === end || !usesCapacity(instance, draft.now)) return instance;
    const longer = end > window.end;
    const part = longer ? { start: window.end, end } : { start: end, end: window.end };
    if (longer) requireRoom(draft, providerId, instance.amounts, part);
    draft.post({
      providerId,
      moves: 'allocated',
      ownerKind: 'instance',
      ownerId: instance.id,
      window: part,
      amounts: longer ? instance.amounts : negated(instance.amounts),
    });
    const moved = { ...instance, window: { start: window.start, end }, updatedAt: draft.now };
    draft.saveInstance(moved);
    return moved;
  });
}

function requireRoom(draft: Draft, providerId: string, amounts: ResourceAmounts, window: TimeWindow): void {
  if (draft.fold.provider(providerId).fits(amounts, window)) return;
  throw refusal(draft.fold, demandOf(amounts), window, { only: new Set([providerId]) });
}

/** What is left to hold beside what instances use; a reservation can't shrink below that. */
function restOf(demand: Demand, used: readonly Claim[], field: string): Demand {
  if (used.length === 0) return demand;
  const inUseNow = sumOf(used.map(({ amounts }) => amounts));
  if (!covers(demand.amounts, inUseNow)) {
    const short = classesOf(inUseNow).find((name) => (demand.amounts[name] ?? 0) < inUseNow[name]) ?? '';
    throw inUse(`${field}.${short} must not be less than the ${inUseNow[short]} its instances use`);
  }
  return demandOf(minus(demand.amounts, inUseNow));
}

/** Where it is now, if it still fits there; else on the providers it knows, else wherever it fits. */
function placeRest(
  draft: Draft,
  held: HeldReservation,
  demand: Demand,
  rest: Demand,
  window: TimeWindow,
  restrictedTo: readonly string[],
): readonly Claim[] {
  const part = fromNow(window, draft.now);
  const before = heldClaims(held, draft.now);
  const total = sumOf(before.map(({ amounts }) => amounts));
  const unchanged = covers(total, rest.amounts) && covers(rest.amounts, total);
  const allowed =
    restrictedTo.length === 0 || before.every(({ providerId }) => restrictedTo.includes(providerId));
  if (unchanged && allowed && claimsFit(draft.fold, before, part)) return before;
  const options = {
    ...placementOptions(restrictedTo),
    prefer: held.claims.map(({ providerId }) => providerId),
  };
  const placed = place(draft.fold, rest, part, options);
  if (placed) return placed;
  const refused = refusal(draft.fold, rest, part, options);
  throw offerWithUsed(refused, demand, rest);
}

/** The offer speaks of the whole reservation, so what its instances use already counts as fitting. */
function offerWithUsed(refused: DomainError, demand: Demand, rest: Demand): DomainError {
  const used = minus(demand.amounts, rest.amounts);
  const { offer } = refused;
  return new DomainError(refused.kind, refused.code, refused.message, {
    offer: offer && { ...offer, maxCapacity: { ...offer.maxCapacity, ...plus(offer.maxCapacity, used) } },
  });
}

function inUse(message: string): DomainError {
  return new DomainError('inactive', 'in-use', message);
}
