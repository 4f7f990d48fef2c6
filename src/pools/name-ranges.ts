import { contains, lengthOf } from '../allocation/address-span.js';
import type { Draft } from '../allocation/draft.js';
import { DomainError } from '../kernel/domain-error.js';

/**
 * Gives a zone the ranges that its operator names (semantics §4). One that the zone has already, alone or as a part of
 * another, adds nothing: an increase can be repeated with all the ranges of a zone. The order does not matter.
 *
 * @throws DomainError `invalid-request` for a range that holds one of the zone's and more: the larger one has other network
 *   and broadcast addresses, so it can't take the place of a range whose addresses may be held
 */
export function nameRanges(draft: Draft, ranges: readonly string[]): void {
  const named = ranges.map((range, index) => ({ range, index }));
  for (const { range, index } of named.sort((a, b) => lengthOf(a.range) - lengthOf(b.range))) {
    const overlapping = draft.addressRangesOverlapping(range);
    if (overlapping.some((own) => contains(own, range))) continue;
    if (overlapping.length > 0) throw coversOwn(index, range, overlapping[0]);
    draft.saveAddressRange(range);
  }
}

function coversOwn(index: number, range: string, own: string): DomainError {
  const detail = `${range} covers ${own}, which the zone has already; name the rest of it without that`;
  return DomainError.invalidField(['publicIps', index], detail);
}
