import type { AddressRoom } from '../allocation/address-room.js';
import type { Demand } from '../allocation/demand.js';
import { nextWindow } from '../allocation/next-window.js';
import type { PlacementOptions } from '../allocation/placement.js';
import type { ZoneView } from '../allocation/zone-fold.js';
import type { Offer } from '../kernel/domain-error.js';
import { isNothing } from '../kernel/resource-amounts.js';
import { FOREVER, LAST_INSTANT, overlaps, type Instant, type TimeWindow } from '../kernel/time-window.js';

/** What is to be had together with some elements. */
export interface WantedWithElements {
  readonly demand: Demand;
  readonly window: TimeWindow;
  readonly options: PlacementOptions;
  /** What single addresses there are, where concrete ones have to be assigned. */
  readonly addresses?: AddressRoom;
}

/** How often the search goes back and forth between the elements and the amounts. */
const MAX_TURNS = 20;

/**
 * The offer for elements that other reservations have in the window. Nothing can be had together with them then; they may be free
 * with all that is wanted later.
 *
 * @param taken the windows in which others have them
 */
export function offerAround(fold: ZoneView, wanted: WantedWithElements, taken: readonly TimeWindow[]): Offer {
  const none = Object.keys(wanted.demand.amounts).map((name) => [name, 0] as const);
  return { maxCapacity: Object.fromEntries(none), nextWindow: nextAround(fold, wanted, taken) };
}

/** Elements and amounts push the start on in turn until neither has to. */
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
    if (isNothing(demand.amounts)) return speakable(free);
    const fits = nextWindow(fold, demand, free, options, addresses);
    if (!fits || fits.start === start) return fits;
    from = fits.start;
  }
  return undefined;
}

/** The earliest start from which none of some windows, which come in the order of their starts, is met; FOREVER: never. */
function startAfter(taken: readonly TimeWindow[], from: Instant, length: number): Instant {
  let start = from;
  for (const other of taken) {
    if (start < FOREVER && overlaps(other, { start, end: start + length })) start = other.end;
  }
  return start;
}

/** A window that the wire form of times can't say is no offer. */
function speakable(window: TimeWindow): TimeWindow | undefined {
  return window.end !== FOREVER && window.end > LAST_INSTANT ? undefined : window;
}
