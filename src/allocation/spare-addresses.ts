import { addressesIn, boundsOf, lengthOf, spanOf } from './address-span.js';

/** Blocks of a zone are at least a /24, so that a busy zone does not come back for every address. */
export const SMALLEST_BLOCK = 24;

/**
 * How many addresses of the configured ranges no zone has taken yet. They are handed out in whole blocks, so a block of
 * which any part is taken counts for nothing.
 */
export function spareAddresses(configured: readonly string[], taken: readonly string[]): number {
  return configured.reduce((spare, range) => {
    const length = Math.max(SMALLEST_BLOCK, lengthOf(range));
    const blocks = 2 ** (length - lengthOf(range)) - takenBlocks(range, length, taken);
    return spare + blocks * addressesIn(spanOf(`0.0.0.0/${length}`));
  }, 0);
}

/** How many blocks of a range, of one length, are taken altogether or in part. */
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
