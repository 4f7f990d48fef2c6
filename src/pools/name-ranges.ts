import { contains, lengthOf } from '../kernel/address-span.js';
import type { Draft } from '../allocation/admission/draft.js';
import { DomainError } from '../kernel/domain-error.js';

/**
 * Adds the ranges that an operator names to a zone (semantics §4). A range that the zone has already, alone or as part
 * of another, adds nothing, so an increase can be repeated with all ranges of a zone. The order does not matter.
 *
 * @throws DomainError `invalid-request` for a range that contains one of the zone's and more: its network and broadcast
 *   addresses differ, so it can't replace a range whose addresses may be held
 */
export function nameRanges(draft: Draft, ranges: readonly string[]): void {
  const named = ranges.map((range, index) => ({ range, index }));
  for (const { range, index } of named.sort((a, b) => lengthOf(a.range) - lengthOf(b.range))) {
    const overlapping = draft.zoneAddresses.rangesOverlapping(range);
    if (overlapping.some((own) => contains(own, range))) continue;
    if (overlapping.length > 0) throw coversOwn(index, range, overlapping[0]);
    draft.saveAddressRange(range);
  }
}

function coversOwn(index: number, range: string, own: string): DomainError {
  const detail = `${range} covers ${own}, which the zone has already; name the rest of it without that`;
  return DomainError.invalidField(['publicIps', index], detail);
}
