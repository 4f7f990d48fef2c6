import type { Collection } from '../allocation/collections.repository.js';
import type { Draft } from '../allocation/draft.js';
import { usesCapacity } from '../allocation/records.js';
import { DomainError } from '../kernel/domain-error.js';
import { formatReference } from '../kernel/identifiers.js';
import { overlaps, type TimeWindow } from '../kernel/time-window.js';

/** The providers that elements restrict a reservation to; empty: any. */
export function restrictedTo(elements: readonly Collection[]): string[] {
  const placing = elements.filter(({ kind }) => kind === 'ResourceProvider' || kind === 'ResourcePool');
  return [...new Set(placing.flatMap(({ providerId }) => providerId ?? []))];
}

/**
 * Two overlapping reservations can't claim the same instance, and an instance that is gone can't be
 * newly protected.
 *
 * @throws DomainError `element-taken`, `unknown-element`
 */
export function checkInstances(
  draft: Draft,
  elements: readonly string[],
  reservationId: string,
  window: TimeWindow,
  are: 'new' | 'kept' = 'new',
): void {
  for (const element of elements) {
    if (!element.startsWith('ResourceAllocation:')) continue;
    const id = element.slice(element.indexOf(':') + 1);
    const instance = draft.instance(id);
    if (are === 'new' && (!instance || !usesCapacity(instance, draft.now))) {
      throw DomainError.invalidField(['elements'], `names ${element}, which is not known`);
    }
    const taken = draft
      .protectorsOf(id)
      .some((other) => other.id !== reservationId && overlaps(other.window, window));
    if (taken) {
      const message = `elements names ${element}, which another reservation protects in that window`;
      throw new DomainError('conflict', 'element-taken', message);
    }
  }
}

/**
 * A reservation can protect neither itself nor one that protects it: nobody could cancel either again.
 *
 * @throws DomainError `invalid-request`
 */
export function checkNoCircle(draft: Draft, elements: readonly string[], reservationId: string): void {
  const guards = [reservationId, ...draft.protectorsOf(reservationId).map(({ id }) => id)];
  const circle = guards.find((id) => elements.includes(formatReference('ResourceReservation', id)));
  if (circle === undefined) return;
  const who =
    circle === reservationId ? 'the reservation itself' : `${circle}, which protects the reservation`;
  throw DomainError.invalidField(['elements'], `names ${who}`);
}
