import type { Figures } from '../allocation/fold/capacity-timelines.js';

/** The addresses of one zone, with the ledger's figures of them. */
export interface ZoneAddressFigures {
  /** Of the class, as the ledger has them. */
  readonly figures: Figures;
  /** Number of addresses in the zone's ranges, and of those that are free at every instant of the window. */
  readonly own: number;
  readonly free: number;
  /** Number of further addresses that the zone could take from the shared ranges. */
  readonly spare: number;
}

/**
 * The four figures of addresses, which are more than numbers: each that is reserved is one of the zone's ranges, and stays the same
 * throughout. So there are no more than the ranges hold, whatever is declared, and none is available that anybody holds at some
 * instant of the window, though it may be free at others (semantics §4).
 *
 * - `available`: of what the ledger has as available, as much as there are addresses for;
 * - `total`: the declared number, at most the number of addresses in the ranges;
 * - `reserved`: what those leave. At a single instant it is what the ledger has; over a window it counts what is held in a part of it.
 *
 * What zones share is counted once, however many of them could be given it.
 */
export function limitedFigures(zones: readonly ZoneAddressFigures[], spare: number): Figures {
  const available = sharedSum(
    zones.map(({ figures, free, spare: more }) => addressPartsOf(figures.available, free, more)),
    spare,
  );
  const allocated = zones.reduce((sum, { figures }) => sum + figures.allocated, 0);
  const declared = sharedSum(
    zones.map(({ figures, own, spare: more }) => addressPartsOf(figures.total, own, more)),
    spare,
  );
  const total = Math.max(declared, available + allocated);
  return { total, allocated, available, reserved: total - allocated - available };
}

/** The part of an amount that the zone's addresses cover, and the further part that shared ranges could cover. */
export interface AddressParts {
  readonly own: number;
  readonly shared: number;
}

export function addressPartsOf(amount: number, own: number, spare: number): AddressParts {
  const part = Math.min(amount, own);
  return { own: part, shared: Math.min(amount, own + spare) - part };
}

function sharedSum(parts: readonly AddressParts[], spare: number): number {
  const own = parts.reduce((sum, part) => sum + part.own, 0);
  const shared = parts.reduce((sum, part) => sum + part.shared, 0);
  return own + Math.min(spare, shared);
}
