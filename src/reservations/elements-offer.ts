import type { AddressRoom } from '../allocation/addresses/address-room.js';
import type { Demand } from '../allocation/placement/demand.js';
import { nextWindow, windowFrom } from '../allocation/placement/next-window.js';
import type { PlacementOptions } from '../allocation/placement/placement.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import type { CounterOffer } from '../kernel/domain-error.js';
import { isNothing } from '../kernel/resource-amounts.js';
import { FOREVER, overlaps, type Instant, type TimeWindow } from '../kernel/time-window.js';

/** A demand together with elements. */
export interface WantedWithElements {
  readonly demand: Demand;
  readonly window: TimeWindow;
  readonly options: PlacementOptions;
  /** The single addresses, if concrete ones have to be assigned. */
  readonly addresses?: AddressRoom;
}

/** Iterations between the constraints of the elements and of the amounts. */
const MAX_TURNS = 20;

/**
 * The offer for elements that other reservations have in the window. No amount is available with them then; a later
 * window may have them free together with the whole demand.
 *
 * @param taken the windows of those other reservations
 */
export function offerAround(
  fold: ZoneView,
  wanted: WantedWithElements,
  taken: readonly TimeWindow[],
): CounterOffer {
  const none = Object.keys(wanted.demand.amounts).map((name) => [name, 0] as const);
  return { maxCapacity: Object.fromEntries(none), nextWindow: nextAround(fold, wanted, taken) };
}

/** Moves the start later for elements and amounts in turn until both fit. */
function nextAround(
  fold: ZoneView,
  { demand, window, options, addresses }: WantedWithElements,
  taken: readonly TimeWindow[],
): TimeWindow | undefined {
  const length = window.end - window.start;
  const inOrder = [...taken].sort((a, b) => a.start - b.start);
  let from = window.start;
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const start = startAfter(inOrder, from, length);
    if (start === FOREVER) return undefined;
    const free = { start, end: start + length };
    if (isNothing(demand.amounts)) return windowFrom(start, length);
    const fits = nextWindow(fold, demand, free, options, addresses);
    if (!fits || fits.start === start) return fits;
    from = fits.start;
  }
  return undefined;
}

/** The earliest start without overlap with some windows, which are ordered by start; FOREVER: none. */
function startAfter(taken: readonly TimeWindow[], from: Instant, length: number): Instant {
  let start = from;
  for (const other of taken) {
    if (start < FOREVER && overlaps(other, { start, end: start + length })) start = other.end;
  }
  return start;
}
