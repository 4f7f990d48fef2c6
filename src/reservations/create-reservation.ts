import type { Admission } from '../allocation/admission.js';
import { demandOf, type Demand } from '../allocation/demand.js';
import type { Draft } from '../allocation/draft.js';
import { hold, noteIfSilent } from '../allocation/holding.js';
import { mostThatFits, refusal } from '../allocation/offer.js';
import { place, placementOptions, type PlacementOptions } from '../allocation/placement.js';
import type { ContainerRecord, ReservationRecord } from '../allocation/records.js';
import type { ZoneFold } from '../allocation/zone-fold.js';
import { DomainError } from '../kernel/domain-error.js';
import { isNothing, only, plus, sumOf, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { checkInstances } from './elements.js';
import { expiryColumns, kindOf, type ContainerRequest, type ReservationRequest } from './reservation.js';
import { checkWindow, type ReservationPolicy } from './reservation-policy.js';

/** A request whose elements have been found. */
export interface ResolvedRequest extends ReservationRequest {
  /** `<Kind>:<id>` of each. */
  readonly elements: readonly string[];
  readonly restrictedTo: readonly string[];
  /** Kept by a reservation that moves; absent: now. */
  readonly createdAt?: Instant;
}

/** Admits a new reservation: it fits at every instant of its window, or nothing happens. */
export function createReservation(
  id: string,
  request: ResolvedRequest,
  policy: ReservationPolicy,
): Admission<ReservationRecord> {
  return {
    needs: {
      instances: instanceIds(request.elements),
      protectorsOf: request.elements,
      addresses: (request.amounts.addresses ?? 0) > 0,
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
  checkInstances(draft, request.elements, id, window);
  const containers = containersIn(fold, request.containers);
  const demand = demandFor(request.amounts, containers);
  const options = placementOptions(request.restrictedTo);
  const claims = place(fold, demand, window, options);
  if (!claims) throw refusal(fold, demand, window, options);
  const expiry = request.expiry === undefined ? defaultExpiry(policy) : request.expiry;
  const record: ReservationRecord = {
    zoneId: fold.zoneId,
    id,
    kind: containers ? 'containers' : kindOf(demand.amounts),
    status: 'admitted',
    window,
    ...expiryColumns(expiry, window.start, now, request.spelling),
    amounts: demand.amounts,
    containers,
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

/** Storage of a container counts only in a zone that tracks it. */
export function containersIn(
  fold: ZoneFold,
  containers: readonly ContainerRequest[] | undefined,
): ContainerRecord[] | undefined {
  return containers?.map(({ amounts, storage, description }) => ({
    amounts: plus(
      amounts,
      only(storage, (name) => fold.tracks(name)),
    ),
    description,
  }));
}

export function demandFor(
  amounts: ResourceAmounts,
  containers: readonly ContainerRecord[] | undefined,
): Demand {
  const units = containers?.map((container) => container.amounts) ?? [];
  return demandOf(plus(amounts, sumOf(units)), units);
}

export function instanceIds(elements: readonly string[]): string[] {
  return elements
    .filter((element) => element.startsWith('ResourceAllocation:'))
    .map((element) => element.slice(element.indexOf(':') + 1));
}

/**
 * Concrete addresses for the whole window. Enough may be free at every instant and still no single one throughout;
 * as an address never changes hands within a reservation, that is a conflict too.
 */
export function assignAddresses(
  draft: Draft,
  id: string,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
  keep: readonly string[] = [],
): readonly string[] {
  const count = demand.amounts.addresses ?? 0;
  if (count === 0 && keep.length === 0) return [];
  const addresses = draft.assignAddresses(id, count, window, keep);
  if (typeof addresses !== 'string') return addresses;
  const free = draft.countFreeAddresses(window, count);
  const fits = mostThatFits(draft.fold, demand, window, options);
  throw new DomainError(
    'conflict',
    // More addresses help only where it is not one of its own that is taken.
    addresses === 'too-few' ? 'addresses-exhausted' : 'address-taken',
    `requested addresses=${count} exceeds available ${free} that are free throughout the window`,
    {
      offer: {
        maxCapacity: { ...fits, addresses: Math.min(fits.addresses ?? 0, free) },
      },
    },
  );
}

function defaultExpiry(policy: ReservationPolicy): { secondsAfterStart: number } | undefined {
  const { defaultExpirySeconds } = policy;
  return defaultExpirySeconds === undefined ? undefined : { secondsAfterStart: defaultExpirySeconds };
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
