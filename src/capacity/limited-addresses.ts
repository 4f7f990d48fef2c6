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
  const sum = new AddressSum();
  for (const zone of zones) sum.addZone(zone, 1);
  return sum.figures(spare);
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

/** Adds up zones. The difference between two states of a zone can be added, too. */
export class AddressSum {
  private available: AddressParts = NOTHING;
  private declared: AddressParts = NOTHING;
  private allocated = 0;

  /** Adds a zone, or subtracts it with `sign` -1. */
  addZone({ figures, own, free, spare }: ZoneAddressFigures, sign: 1 | -1): void {
    this.available = sumOf(this.available, addressPartsOf(figures.available, free, spare), sign);
    this.declared = sumOf(this.declared, addressPartsOf(figures.total, own, spare), sign);
    this.allocated += figures.allocated * sign;
  }

  add({ available, declared, allocated }: AddressSum): void {
    this.available = sumOf(this.available, available);
    this.declared = sumOf(this.declared, declared);
    this.allocated += allocated;
  }

  /** @param spare the number of addresses in the shared ranges */
  figures(spare: number): Figures {
    const { allocated } = this;
    const available = this.available.own + Math.min(spare, this.available.shared);
    const declared = this.declared.own + Math.min(spare, this.declared.shared);
    const total = Math.max(declared, available + allocated);
    return { total, allocated, available, reserved: total - allocated - available };
  }
}

const NOTHING: AddressParts = { own: 0, shared: 0 };

function sumOf(a: AddressParts, b: AddressParts, sign: 1 | -1 = 1): AddressParts {
  return { own: a.own + b.own * sign, shared: a.shared + b.shared * sign };
}
