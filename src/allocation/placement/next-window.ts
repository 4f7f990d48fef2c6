import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { AddressRoom } from '../addresses/address-room.js';
import type { Demand } from './demand.js';
import { PlaceSearch } from './place-search.js';
import type { PlacementOptions } from './placement.js';
import type { ZoneView } from '../fold/zone-fold.js';

/** Maximum alternations between amounts and single addresses, before the search takes the first place that lasts. */
const MAX_ADDRESS_TURNS = 500;

/**
 * The earliest window of the same length, from the requested start on, in which the whole demand fits.
 *
 * @param addresses the concrete addresses available, if the demand needs some
 */
export function nextWindow(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
  addresses?: AddressRoom,
): TimeWindow | undefined {
  const length = window.end - window.start;
  const search = new PlaceSearch(fold, demand, length, options);
  const start = addresses ? earliestWithAddresses(search, addresses, window) : search.earliest(window.start);
  return start === undefined ? undefined : windowFrom(start, length);
}

/** Undefined if the wire form of times can't express the window. */
export function windowFrom(start: Instant, length: number): TimeWindow | undefined {
  const end = start + length;
  return end !== FOREVER && end > LAST_INSTANT ? undefined : { start, end };
}

/** Amounts and single addresses move the start on in turn until both fit. */
function earliestWithAddresses(
  search: PlaceSearch,
  addresses: AddressRoom,
  window: TimeWindow,
): Instant | undefined {
  const count = search.demand.amounts.addresses ?? 0;
  const length = window.end - window.start;
  const isFreeFrom = addresses.startSearch(count, length, window.start);
  let start: Instant | undefined = window.start;
  for (let turns = 0; turns < MAX_ADDRESS_TURNS; turns++) {
    const fits: Instant | undefined = start === undefined ? undefined : search.earliest(start);
    start = fits === undefined ? undefined : isFreeFrom(fits);
    if (start === fits) return start;
  }
  if (start === undefined) return undefined;
  // After MAX_ADDRESS_TURNS, start where enough addresses are free for ever; from there on amounts alone decide.
  const lasting = addresses.startSearch(count, FOREVER, start)(start);
  return lasting === undefined ? undefined : search.earliest(lasting);
}
