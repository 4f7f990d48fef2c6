import type { Admission } from '../allocation/admission.js';
import { demandOf, type Demand, type Unit } from '../allocation/demand.js';
import type { Draft } from '../allocation/draft.js';
import { hold, noteIfSilent } from '../allocation/holding.js';
import { refusal } from '../allocation/offer.js';
import { place, placementOptions } from '../allocation/placement.js';
import {
  reservationFromJson,
  type ContainerRecord,
  type JsonReservation,
  type ReservationRecord,
} from '../allocation/records.js';
import { outcomeUnknown } from '../allocation/refusals.js';
import type { ZoneView } from '../allocation/zone-fold.js';
import { DomainError } from '../kernel/domain-error.js';
import { changedMarks } from '../kernel/marks.js';
import { isNothing, only, plus, sumOf, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, fromNow, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { RequiredTraits } from '../kernel/traits.js';
import { addressRoom, assignAddresses } from './assign-addresses.js';
import { checkInstances, checkProviders, instanceIds } from './elements.js';
import {
  expiryColumns,
  kindOf,
  type ContainerRequest,
  type ReservationRequest,
  type TraitsChange,
} from './reservation.js';
import { checkWindow, type ReservationPolicy } from './reservation-policy.js';
import { checkTenant, limitedTenants } from './tenant-limits.js';

/** A request whose elements have been found. */
export interface ResolvedRequest extends ReservationRequest {
  /** `<Kind>:<id>` of each. */
  readonly elements: readonly string[];
  readonly restrictedTo: readonly string[];
  /** Kept by a reservation that moves; absent: now. */
  readonly createdAt?: Instant;
}

/** A new reservation as a process asks another to decide it. Changing its body means raising the peers' protocol number. */
export const CREATE_RESERVATION = 'create-reservation';

export interface CreateReservationBody {
  readonly id: string;
  readonly request: ResolvedRequest;
}

/** Admits a new reservation, in this process or another. */
export function createReservation(
  body: CreateReservationBody,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    ...createReservationHere(body, policy),
    command: {
      name: CREATE_RESERVATION,
      body,
      read: (answer) => reservationFromJson(answer as JsonReservation),
      again: () => createReservationOnce(body, policy),
    },
  };
}

/**
 * Admits a new reservation that another process may have stored already, at whatever time. Where it still is it is found under its
 * id; but it may have moved to another zone since.
 *
 * @param since a head of the zone's ledger from before anybody could have stored it
 * @throws DomainError `outcome-unknown` where it has moved
 */
export function createReservationOnce(
  body: CreateReservationBody,
  policy: ReservationPolicy,
  since?: number,
): Admission<ReservationRecord> {
  const { id } = body;
  const admission = createReservationHere(body, policy);
  return {
    ...admission,
    doubt: { since, needs: { reservations: [id], heldBefore: [id] } },
    decide: (draft) => {
      const stored = draft.storedReservation(id);
      if (stored) return stored.record;
      if (draft.wasHeldBefore(id)) throw outcomeUnknown();
      return admission.decide(draft);
    },
  };
}

/** Admits a new reservation: it fits at every instant of its window, or nothing happens. */
export function createReservationHere(
  { id, request }: CreateReservationBody,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    needs: {
      instances: instanceIds(request.elements),
      protectorsOf: request.elements,
      providers: request.restrictedTo,
      addresses: (request.amounts.addresses ?? 0) > 0,
      heldBy: limitedTenants(request.tenant, policy),
      traits: requiresTraits(request),
    },
    addresses: request.amounts.addresses,
    decide: (draft) => decide(draft, id, request, policy),
  };
}

function decide(
  draft: Draft,
  id: string,
  request: ResolvedRequest,
  policy: ReservationPolicy,
): ReservationRecord {
  const { now, fold } = draft;
  const window = { start: Math.max(request.start ?? now, now), end: request.end ?? FOREVER };
  checkWindow(window, now, policy, request.spelling);
  checkProviders(draft, request.restrictedTo);
  const { tenant, traits } = request;
  const containers = containersIn(fold, request.containers);
  const demand = demandFor(request.amounts, containers, traits);
  const options = placementOptions(request.restrictedTo, draft.providerTraits);
  const addresses = addressRoom(draft, id, demand);
  checkInstances(draft, request.elements, id, { demand, window: fromNow(window, now), options, addresses });
  checkTenant(draft, { id, tenant, window, amounts: demand.amounts }, policy, request.spelling);
  const claims = place(fold, demand, window, options);
  if (!claims) throw refusal(fold, demand, window, options, addresses);
  const expiry = request.expiry === undefined ? defaultExpiry(policy, window) : request.expiry;
  const record: ReservationRecord = {
    zoneId: fold.zoneId,
    id,
    tenant,
    ...changedMarks(request),
    kind: containers ? 'containers' : kindOf(demand.amounts),
    status: 'admitted',
    window,
    ...expiryColumns(expiry, window, now, request.spelling),
    amounts: demand.amounts,
    containers,
    traits,
    elements: request.elements,
    restrictedTo: request.restrictedTo,
    addresses: assignAddresses(draft, id, demand, window, options),
    createdAt: request.createdAt ?? now,
    updatedAt: now,
  };
  const since = draft.head;
  hold(draft, id, claims, window);
  noteIfSilent(draft, since, id, window);
  draft.saveReservation({ record, claims, instances: [] });
  return record;
}

/**
 * Storage of a container counts only in a zone that tracks it. Unlike the disk of an instance's flavor it is not left to each
 * provider: a caller asks for it by name, and what a reservation amounts to must not depend on where it lies.
 */
export function containersIn(
  fold: ZoneView,
  containers: readonly ContainerRequest[] | undefined,
): ContainerRecord[] | undefined {
  return containers?.map(({ amounts, storage, ...rest }) => ({
    amounts: plus(
      amounts,
      only(storage, (name) => fold.tracks(name)),
    ),
    storage,
    ...rest,
  }));
}

/** @param units containers, which come on top of the amounts */
export function demandFor(
  amounts: ResourceAmounts,
  units: readonly Unit[] = [],
  traits?: RequiredTraits,
): Demand {
  return demandOf(plus(amounts, sumOf(units.map((unit) => unit.amounts))), { units, traits });
}

/** Whether it matters what the providers are like. */
export function requiresTraits({
  traits,
  containers = [],
}: {
  readonly traits?: TraitsChange;
  readonly containers?: readonly ContainerRequest[];
}): boolean {
  return Boolean(traits) || containers.some((container) => container.traits);
}

/** The rule does not apply to a reservation that is over before. */
function defaultExpiry({ defaultExpirySeconds }: ReservationPolicy, { start, end }: TimeWindow) {
  const isInTime = defaultExpirySeconds !== undefined && start + defaultExpirySeconds <= end;
  return isInTime ? { secondsAfterStart: defaultExpirySeconds } : undefined;
}

/** @throws DomainError when there is neither an amount nor an element to reserve */
export function requireSomething(request: ReservationRequest): void {
  const hasContainers = request.containers !== undefined && request.containers.length > 0;
  if (!isNothing(request.amounts) || hasContainers || request.elements.length > 0) return;
  throw nothingLeft(request.spelling.amounts);
}

export function nothingLeft(field: string): DomainError {
  return DomainError.invalidField([field], 'must hold at least one non-zero amount');
}
