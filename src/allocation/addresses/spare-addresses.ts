import { addressesIn, boundsOf, lengthOf, spanOf } from '../../kernel/address-span.js';

/** Prefix length of the smallest block: a /24, so that a busy zone isn't extended for every address. */
export const SMALLEST_BLOCK = 24;

/** SQL: what zones have taken of the ranges of a parameter, for `spareAddresses`. */
export function takenOf(ranges: string): string {
  return `array(select range::text from address_ranges where range && any (${ranges}::inet[]))`;
}

/**
 * Addresses of the configured ranges that no zone has taken. Ranges are assigned in whole blocks, so a partly taken
 * block doesn't count.
 */
export function spareAddresses(configured: readonly string[], taken: readonly string[]): number {
  return configured.reduce((spare, range) => {
    const length = Math.max(SMALLEST_BLOCK, lengthOf(range));
    const blocks = 2 ** (length - lengthOf(range)) - takenBlocks(range, length, taken);
    return spare + blocks * addressesIn(spanOf(`0.0.0.0/${length}`));
  }, 0);
}

/** The number of blocks of a range, of one prefix length, that are taken wholly or in part. */
function takenBlocks(range: string, length: number, taken: readonly string[]): number {
  const outer = boundsOf(range);
  const size = 2 ** (32 - length);
  const partly = new Set<number>();
  let wholly = 0;
  for (const one of taken) {
    const inner = boundsOf(one);
    const first = Math.max(outer.first, inner.first);
    const end = Math.min(outer.end, inner.end);
    if (first >= end) continue;
    if (end - first < size) partly.add(Math.floor(first / size));
    else wholly += (end - first) / size;
  }
  return wholly + partly.size;
}
