import type { ZoneState } from '../allocation/admission/admission.js';
import { placementOptions } from '../allocation/placement/placement.js';
import { findRoom, leftFree, type Stretch } from '../allocation/placement/room-search.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { WantedTraits } from '../kernel/traits.js';
import { containersIn, demandFor } from '../reservations/create-reservation.js';
import type { ContainerRequest } from '../reservations/reservation.js';
import type { ReservationPolicy } from '../reservations/reservation-policy.js';

/** What has to fit, for how long, and where to look for it. */
export interface WindowsAsked {
  readonly zoneId?: string;
  readonly amounts: ResourceAmounts;
  /** Instead of amounts. */
  readonly containers?: readonly ContainerRequest[];
  readonly traits?: WantedTraits;
  /** Seconds. */
  readonly duration: number;
  /** Absent: from now on. */
  readonly start?: Instant;
  /** Absent: a year after the start. */
  readonly end?: Instant;
  readonly limit: number;
}

/** A stretch of starts in a zone from which the demand fits. */
export interface FoundWindow extends Stretch {
  readonly zoneId: string;
  /** What would be left free throughout the window of the first start. */
  readonly free: ResourceAmounts;
}

export interface FoundWindows {
  readonly windows: readonly FoundWindow[];
  /** There may be later ones. */
  readonly isMore: boolean;
}

const YEAR_SECONDS = 365 * 86_400;

/** The operator's limits that a window must keep. */
export type WindowLimits = Pick<
  ReservationPolicy,
  'maxReservationSeconds' | 'maxStartAheadSeconds' | 'maxEndAheadSeconds'
>;

/** Where to look, as far as it lies in the future. */
export function searchedWindow({ start, end }: WindowsAsked, now: Instant): TimeWindow {
  const from = Math.max(start ?? now, now);
  return { start: from, end: Math.min(end ?? from + YEAR_SECONDS, LAST_INSTANT) };
}

/** The part of the searched window in which a window that is found can be reserved. */
function allowedPart(asked: WindowsAsked, limits: WindowLimits, now: Instant): TimeWindow {
  const { maxStartAheadSeconds = FOREVER, maxEndAheadSeconds = FOREVER } = limits;
  const { start, end } = searchedWindow(asked, now);
  const last = now + Math.min(maxStartAheadSeconds + asked.duration, maxEndAheadSeconds);
  return { start, end: Math.min(end, last) };
}

/** The id that concrete addresses are looked for under: that of no reservation. */
const NEW = '';

/** The earliest windows of a zone, on its current state. */
export function findWindows(state: ZoneState, asked: WindowsAsked, limits: WindowLimits): FoundWindows {
  const { fold, now } = state;
  const { duration: length, limit } = asked;
  const demand = demandFor(asked.amounts, containersIn(fold, asked.containers), asked.traits);
  const within = allowedPart(asked, limits, now);
  if (length > within.end - within.start) return { windows: [], isMore: false };
  const addresses = (demand.amounts.addresses ?? 0) > 0 ? state.addressRoom(NEW) : undefined;
  const options = placementOptions([], state.providerTraits);
  const { stretches, isMore } = findRoom(fold, demand, { length, within, limit }, options, addresses);
  const windows = stretches.map((stretch) => {
    const window = { start: stretch.start, end: stretch.start + length };
    return { ...stretch, zoneId: fold.zoneId, free: leftFree(fold, demand, window, addresses) };
  });
  return { windows, isMore };
}

/**
 * The earliest windows of all zones.
 *
 * @param first the zone that comes first among windows with the same start
 */
export function earliestOf(found: readonly FoundWindows[], limit: number, first?: string): FoundWindows {
  const rank = ({ zoneId }: FoundWindow): number => (zoneId === first ? 0 : 1);
  const all = found
    .flatMap(({ windows }) => windows)
    .sort((a, b) => a.start - b.start || rank(a) - rank(b) || (a.zoneId < b.zoneId ? -1 : 1));
  return { windows: all.slice(0, limit), isMore: all.length > limit || found.some(({ isMore }) => isMore) };
}

/** What is left from an instant on of windows that were found before. */
export function fromThenOn({ windows, isMore }: FoundWindows, now: Instant): FoundWindows {
  const ahead = windows.filter(({ latestStart }) => latestStart >= now);
  return { windows: ahead.map((window) => ({ ...window, start: Math.max(window.start, now) })), isMore };
}
