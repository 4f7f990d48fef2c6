import { taggedId } from '../kernel/zone-tag.js';
import type { Admission } from '../allocation/admission/admission.js';
import { demandOf, type Demand, type Unit } from '../allocation/placement/demand.js';
import type { Draft } from '../allocation/admission/draft.js';
import { hold, noteIfSilent } from '../allocation/placement/holding.js';
import { refusal } from '../allocation/placement/offer.js';
import { place, placementOptions } from '../allocation/placement/placement.js';
import type { ContainerRecord, HeldReservation, ReservationRecord } from '../allocation/admission/records.js';
import { noAmounts } from '../allocation/admission/refusals.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { changedMarks } from '../kernel/marks.js';
import { isNothing, only, plus, sumOf, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { windowAhead } from '../kernel/window-rules.js';
import type { WantedTraits } from '../kernel/traits.js';
import { offeringAllowed, type Asked } from './allowed-offer.js';
import { addressRoom, assignAddresses, checkAddresses } from './assign-addresses.js';
import { withIdsOf } from './container-ids.js';
import {
  areKept,
  checkInstances,
  checkProviders,
  checkReservationsAndPools,
  exclusiveElements,
  instanceIds,
  poolIds,
  reservationIds,
} from './elements.js';
import type { WantedWithElements } from './elements-offer.js';
import { expiryFor } from './expiry.js';
import { heldUntil, holdingCallers } from './hold-limits.js';
import {
  keepingKinds,
  kindOf,
  type ContainerRequest,
  type ReservationRequest,
  type TraitsChange,
} from './reservation.js';
import { checkWindow, type ReservationPolicy } from './reservation-policy.js';
import type { ResolvedRequest } from './resolved-request.js';
import { checkTenant, tenantNeeds } from './tenant-limits.js';
import {
  asWaiting,
  checkWait,
  checkNumberOfWaits,
  mayWait,
  waitingCallers,
  haveZoneExtended,
} from './waiting.js';

/**
 * Admits a new reservation if it fits at every instant of its window, else changes nothing.
 *
 * @throws DomainError `invalid-request` for too many addresses
 */
export function createReservation(
  id: string,
  request: ResolvedRequest,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  checkAddresses(request, request.before?.amounts);
  return {
    needs: {
      reservations: reservationIds(request.elements),
      instances: instanceIds(request.elements),
      poolEntries: poolIds(request.elements),
      protectorsOf: exclusiveElements(request.elements),
      providers: request.restrictedTo,
      addresses: (request.amounts.addresses ?? 0) > 0,
      ...tenantNeeds(request.tenant, policy),
      holdsOf: holdingCallers(request),
      waitsOf: waitingCallers(request.wait !== undefined, request.tenant),
      traits: requiresTraits(request),
    },
    addresses: request.amounts.addresses,
    // One that moves keeps the id that it has.
    decide: (draft) => decide(draft, request.before ? id : taggedId(id, draft.zoneId), request, policy),
  };
}

function decide(
  draft: Draft,
  id: string,
  request: ResolvedRequest,
  policy: ReservationPolicy,
): ReservationRecord {
  const { now, fold } = draft;
  const window = windowAhead(request, now);
  const containers = containersIn(fold, request.containers, request.before?.containers);
  const demand = demandFor(request.amounts, containers, request.traits);
  const options = placementOptions(request.restrictedTo, draft.providerTraits);
  const { tenant, expiry, before } = request;
  const asked = { id, tenant, window, amounts: demand.amounts, containers, expiry, before };
  const wanted = { demand, window, options, addresses: addressRoom(draft, id, demand) };
  check(draft, request, policy, asked, wanted);
  const terms = termsOf(draft, request, policy, asked);
  const back = () => backed(draft, request, policy, terms, wanted);
  const held = offeringAllowed(draft, asked, policy, () =>
    request.wait ? backedOrWaiting(draft, request, policy, terms, back) : back(),
  );
  const since = draft.head;
  hold(draft, id, held.claims, window);
  noteIfSilent(draft, since, id, window);
  draft.saveReservation(held);
  if (!request.before) draft.noteCreated(id);
  return held.record;
}

/** Refuses a request for anything but a lack of capacity. */
function check(
  draft: Draft,
  { elements, restrictedTo, before, spelling }: ResolvedRequest,
  policy: ReservationPolicy,
  asked: Asked,
  wanted: WantedWithElements,
): void {
  checkWindow(asked.window, draft.now, policy, spelling, before?.window);
  checkProviders(draft, restrictedTo);
  const are = before && areKept(before, elements) ? 'kept' : 'new';
  checkReservationsAndPools(draft, elements, are);
  offeringAllowed(draft, asked, policy, () => checkInstances(draft, elements, asked.id, wanted, are));
  checkTenant(draft, asked, policy, spelling);
}

/** The reservation, without what depends on its placement. */
function termsOf(
  { now, zoneId }: Draft,
  request: ResolvedRequest,
  policy: ReservationPolicy,
  { id, tenant, window, amounts: demanded, containers }: Asked,
): ReservationRecord {
  const amounts = containers ? demanded : keepingKinds(request.before?.amounts ?? {}, demanded);
  return {
    zoneId,
    id,
    tenant,
    ...changedMarks(request),
    kind: containers ? 'containers' : kindOf(amounts),
    status: 'admitted',
    window,
    ...expiryFor(request, policy, window, now),
    wasDrawn: request.wasDrawn,
    seriesId: request.seriesId,
    amounts,
    containers,
    traits: request.traits,
    elements: request.elements,
    restrictedTo: request.restrictedTo,
    addresses: [],
    createdAt: request.before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** @throws DomainError `capacity-insufficient`, `addresses-exhausted`, `address-taken`, `policy-violated` */
function backed(
  draft: Draft,
  request: ResolvedRequest,
  policy: ReservationPolicy,
  terms: ReservationRecord,
  { demand, window, options, addresses: room }: WantedWithElements,
): HeldReservation {
  const claims = place(draft.fold, demand, window, options);
  if (!claims) throw refusal(draft.fold, demand, window, options, room);
  const held = heldUntil(draft, request, policy, window);
  const addresses = assignAddresses(draft, terms.id, demand, window, options);
  return { record: { ...terms, heldUntil: held, addresses }, claims, instances: [] };
}

/** What `back` returns, or the reservation as a waiting one if it does not fit (semantics §9). */
function backedOrWaiting(
  draft: Draft,
  request: ResolvedRequest,
  policy: ReservationPolicy,
  terms: ReservationRecord,
  back: () => HeldReservation,
): HeldReservation {
  checkWait(request, draft.now);
  try {
    return back();
  } catch (error) {
    if (!mayWait(error)) throw error;
    checkNumberOfWaits(draft, request.spelling, policy, terms, request.before);
    haveZoneExtended(draft, terms);
    return { record: asWaiting({ ...terms, waitUntil: request.wait?.until }), claims: [], instances: [] };
  }
}

/**
 * Storage of a container counts only in a zone that tracks it. This doesn't depend on the provider, unlike the disk of
 * an instance's flavor: a caller names it, and the amounts of a reservation must not depend on its placement.
 *
 * @param present those of the reservation that is updated
 */
export function containersIn(
  fold: ZoneView,
  containers: readonly ContainerRequest[] | undefined,
  present: readonly ContainerRecord[] = [],
): ContainerRecord[] | undefined {
  if (!containers) return undefined;
  const descriptions = withIdsOf(
    present,
    containers.map(({ description }) => description),
  );
  return containers.map((container, position) => ({
    ...unitIn(fold, container),
    description: descriptions[position],
  }));
}

function unitIn<T extends Pick<ContainerRequest, 'amounts' | 'storage'>>(fold: ZoneView, container: T): T {
  const storage = only(container.storage, (name) => fold.tracks(name));
  return { ...container, amounts: plus(container.amounts, storage) };
}

/** The demand of a request per zone, made once for all zones that track the same storage. */
export function demandPerZone({ amounts, containers, traits }: ResolvedRequest): (fold: ZoneView) => Demand {
  const storage = [...new Set((containers ?? []).flatMap((container) => Object.keys(container.storage)))];
  const demands = new Map<string, Demand>();
  return (fold) => {
    const tracked = storage.filter((name) => fold.tracks(name)).join();
    const units = () => containers?.map((container) => unitIn(fold, container));
    const demand = demands.get(tracked) ?? demandFor(amounts, units(), traits);
    demands.set(tracked, demand);
    return demand;
  };
}

/** @param units containers, in addition to the amounts */
export function demandFor(
  amounts: ResourceAmounts,
  units: readonly Unit[] = [],
  traits?: WantedTraits,
): Demand {
  return demandOf(plus(amounts, sumOf(units.map((unit) => unit.amounts))), { units, traits });
}

/** Whether traits of providers matter. */
export function requiresTraits({
  traits,
  containers = [],
}: {
  readonly traits?: TraitsChange;
  readonly containers?: readonly ContainerRequest[];
}): boolean {
  return Boolean(traits) || containers.some((container) => container.traits);
}

/** @throws DomainError when there is neither an amount nor an element to reserve */
export function requireSomething(request: ReservationRequest): void {
  const hasContainers = request.containers !== undefined && request.containers.length > 0;
  if (!isNothing(request.amounts) || hasContainers || request.elements.length > 0) return;
  throw noAmounts(request.spelling.amounts);
}
