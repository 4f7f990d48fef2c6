import type { Collection } from '../zones/collections.repository.js';
import { changedMeanwhile } from '../allocation/admission/changed-meanwhile.js';
import type { Draft } from '../allocation/admission/draft.js';
import {
  isLive,
  isOver,
  usesCapacity,
  type CountedReservation,
  type ReservationRecord,
} from '../allocation/admission/records.js';
import { retiredProvider } from '../allocation/admission/refusals.js';
import { DomainError, type CounterOffer } from '../kernel/domain-error.js';
import { formatReference, type CollectionKind } from '../kernel/identifiers.js';
import { overlaps } from '../kernel/time-window.js';
import { offerAround, type WantedWithElements } from './elements-offer.js';

/** The providers that elements restrict a reservation to; empty: any. */
export function restrictedTo(elements: readonly Collection[]): string[] {
  const placing = elements.filter(({ kind }) => kind === 'ResourceProvider' || kind === 'ResourcePool');
  return [...new Set(placing.flatMap(({ providerId }) => providerId ?? []))];
}

/**
 * A retired provider can't be named in a new element, because nothing can be placed on it.
 *
 * @throws DomainError `provider-retired`
 */
export function checkProviders(draft: Draft, restrictedTo: readonly string[]): void {
  const retired = restrictedTo.find((id) => draft.isRetired(id));
  if (retired !== undefined) throw retiredProvider('elements', retired);
}

/** Whether elements are those that a reservation has already. One of these may have ended since. */
export function areKept({ elements: before }: ReservationRecord, elements: readonly string[]): boolean {
  const [old, asked] = [new Set(before), new Set(elements)];
  return old.size === asked.size && elements.every((element) => old.has(element));
}

/**
 * A protected reservation may have moved to another zone since it was read. A cancellation there would not see its
 * protector here. A reservation or pool entry that has ended can't be newly protected.
 *
 * @throws DomainError `reservation-changed`, `invalid-request`
 */
export function checkReservationsAndPools(draft: Draft, elements: readonly string[], are: NewOrKept): void {
  const reservations = reservationIds(elements).map((id) => draft.reservation(id)?.record ?? moved());
  if (are === 'kept') return;
  const ended = [
    ...reservations
      .filter((record) => !isLive(record, draft.now))
      .map(({ id }) => formatReference('ResourceReservation', id)),
    ...poolIds(elements)
      .filter((id) => isOver(draft.poolEntry(id) ?? moved(), draft.now))
      .map((id) => formatReference('ResourcePool', id)),
  ];
  if (ended.length > 0) throw unknownElement(ended[0]);
}

function moved(): never {
  throw changedMeanwhile();
}

function unknownElement(element: string): DomainError {
  return DomainError.invalidField(['elements'], `names ${element}, which is not known`);
}

export type NewOrKept = 'new' | 'kept';

/**
 * Two overlapping reservations can't claim the same instance, and an instance that is gone can't be newly protected.
 *
 * @throws DomainError `element-taken` with an offer, `unknown-element`
 */
export function checkInstances(
  draft: Draft,
  elements: readonly string[],
  reservationId: string,
  wanted: WantedWithElements,
  are: NewOrKept,
): void {
  const ids = instanceIds(elements);
  const othersOf = (id: string): CountedReservation[] =>
    draft.namersOf(id).filter((other) => other.id !== reservationId);
  for (const id of ids) {
    const element = formatReference('ResourceAllocation', id);
    const instance = draft.instance(id);
    if (are === 'new' && (!instance || !usesCapacity(instance, draft.now))) {
      throw unknownElement(element);
    }
    if (othersOf(id).some(({ window }) => overlaps(window, wanted.window))) {
      const taken = ids.flatMap(othersOf).map(({ window }) => window);
      throw elementTaken(element, offerAround(draft.fold, wanted, taken));
    }
  }
}

function elementTaken(element: string, offer: CounterOffer): DomainError {
  const message = `elements names ${element}, which another reservation protects in that window`;
  return new DomainError('conflict', 'element-taken', message, {
    fields: [{ path: ['elements'], detail: message }],
    offer,
  });
}

/**
 * A reservation can protect neither itself nor one that protects it directly or through others, because none of them
 * could be cancelled again.
 *
 * @throws DomainError `invalid-request`
 */
export function checkNoCircle(draft: Draft, elements: readonly string[], reservationId: string): void {
  const from = new Map(reservationIds(elements).map((id) => [id, id]));
  // Visits each reservation once, with the element that leads to it, and appends those found.
  for (const [id, element] of from) {
    if (id === reservationId) {
      const who =
        element === id
          ? 'the reservation itself'
          : `${element}, which protects the reservation through others`;
      throw DomainError.invalidField(['elements'], `names ${who}`);
    }
    const below = draft.elementsOf(id);
    if (below === 'unread') {
      throw DomainError.invalidField(
        ['elements'],
        `names ${element}, which protects too long a chain of others`,
      );
    }
    for (const next of reservationIds(below)) if (!from.has(next)) from.set(next, element);
  }
}

/** The reservations among elements, as bare ids. */
export function reservationIds(elements: readonly string[]): string[] {
  return idsOf('ResourceReservation', elements);
}

/** The pool entries among elements, as bare ids. */
export function poolIds(elements: readonly string[]): string[] {
  return idsOf('ResourcePool', elements);
}

/** The instances among elements, as bare ids. */
export function instanceIds(elements: readonly string[]): string[] {
  return idsOf('ResourceAllocation', elements);
}

/**
 * The elements that two overlapping reservations can't both have. Any number of them may have the same provider or pool, so those
 * with it are not read.
 */
export function exclusiveElements(elements: readonly string[]): string[] {
  return instanceIds(elements).map((id) => formatReference('ResourceAllocation', id));
}

function idsOf(kind: CollectionKind, elements: readonly string[]): string[] {
  return elements
    .filter((element) => element.startsWith(`${kind}:`))
    .map((element) => element.slice(kind.length + 1));
}
