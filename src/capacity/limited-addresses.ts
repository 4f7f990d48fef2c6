import type { Figures } from '../allocation/capacity-timelines.js';

/** The addresses of one zone, beside what of them is declared and reserved there. */
export interface ZoneAddressFigures {
  /** Of the class, as the ledger has them. */
  readonly figures: Figures;
  /** How many addresses the zone's ranges hold, and how many of those nobody holds at any instant of the window. */
  readonly own: number;
  readonly free: number;
  /** How many more the zone could be given of the ranges that zones share. */
  readonly spare: number;
}

/**
 * The four figures of addresses, which are more than numbers: each that is reserved is one of the zone's ranges, and stays the same
 * throughout. So there are no more than the ranges hold, whatever is declared, and none is available that anybody holds at some
 * instant of the window, though it may be free at others (semantics §4).
 *
 * - `available`: of what the ledger has as available, as much as there are addresses for;
 * - `total`: of what is declared, as much as there are addresses for;
 * - `reserved`: what those leave. At a single instant it is what the ledger has; over a window it counts what is held in a part of it.
 *
 * What zones share is counted once, however many of them could be given it.
 */
export function limitedFigures(zones: readonly ZoneAddressFigures[], spare: number): Figures {
  const available = sharedSum(
    zones.map(({ figures, free, spare: more }) => partsOf(figures.available, free, more)),
    spare,
  );
  const allocated = zones.reduce((sum, { figures }) => sum + figures.allocated, 0);
  const declared = sharedSum(
    zones.map(({ figures, own, spare: more }) => partsOf(figures.total, own, more)),
    spare,
  );
  const total = Math.max(declared, available + allocated);
  return { total, allocated, available, reserved: total - allocated - available };
}

/** How much of an amount a zone has addresses for, and how much more if it got what zones share. */
export interface AddressParts {
  readonly own: number;
  readonly shared: number;
}

export function partsOf(amount: number, own: number, spare: number): AddressParts {
  const part = Math.min(amount, own);
  return { own: part, shared: Math.min(amount, own + spare) - part };
}

function sharedSum(parts: readonly AddressParts[], spare: number): number {
  const own = parts.reduce((sum, part) => sum + part.own, 0);
  const shared = parts.reduce((sum, part) => sum + part.shared, 0);
  return own + Math.min(spare, shared);
}
