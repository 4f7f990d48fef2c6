import { DomainError, type Offer } from '../kernel/domain-error.js';
import { classesOf, type ResourceAmounts } from '../kernel/resource-amounts.js';
import {
  FOREVER,
  formatInstant,
  LAST_INSTANT,
  type Instant,
  type TimeWindow,
} from '../kernel/time-window.js';
import type { CapacityTimelines } from './capacity-timelines.js';
import type { Demand } from './demand.js';
import { candidateProviders, place, timesItFits, type PlacementOptions } from './placement.js';
import type { ZoneFold } from './zone-fold.js';

/**
 * Where a demand can only be met by splitting it, every instant at which something changes may be the first that fits.
 * This bounds how many of them are tried, in groups of units held against providers, before the answer is left to the
 * single-provider search: some milliseconds, as the zone's other requests wait meanwhile.
 */
const MOST_SPLIT_TRIALS = 4_000;

/** The refusal of a demand that does not fit: what is short, and what would fit instead. */
export function refusal(
  fold: ZoneFold,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
): DomainError {
  const offer: Offer = {
    maxCapacity: mostThatFits(fold, demand, window, options),
    nextWindow: nextWindow(fold, demand, window, options),
  };
  return new DomainError(
    'conflict',
    'capacity-insufficient',
    describeShortage(fold, demand, window, options),
    {
      offer,
    },
  );
}

/** Names every class that is short, in reporting order; where only the pieces are too small, says so in general. */
function describeShortage(
  fold: ZoneFold,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
): string {
  const { only } = options;
  const whole = only?.size === 1 ? fold.provider([...only][0]) : fold.whole();
  const short = classesOf(demand.amounts).flatMap((name) => {
    const { value, at } = whole.leastAvailable(name, window);
    if (value >= demand.amounts[name]) return [];
    const until = whole.available(name)?.firstAtLeast(value + 1, at) ?? FOREVER;
    return [shortageText(name, demand.amounts[name], value, at, Math.min(until, window.end))];
  });
  return short.join('; ') || 'no resource capacity available during requested start/end time';
}

export function shortageText(
  name: string,
  wanted: number,
  available: number,
  from: Instant,
  to: Instant,
): string {
  const until = to === FOREVER ? 'open end' : formatInstant(to);
  return `requested ${name}=${wanted} exceeds available ${available} between ${formatInstant(from)} and ${until}`;
}

/**
 * The most that fits in the window, in the shape of the demand: the better of what one provider has room for and
 * what whole units over all providers come to. Asked for as it stands, it would be admitted.
 */
export function mostThatFits(
  fold: ZoneFold,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
): ResourceAmounts {
  const names = Object.keys(demand.amounts);
  const rooms = candidateProviders(fold, options).map((id) =>
    positive(fold.provider(id).room(names, window)),
  );
  const choices = [...rooms, demand.units.length === 0 ? summed(names, rooms) : unitsThatFit(demand, rooms)];
  const none: ResourceAmounts = Object.fromEntries(names.map((name) => [name, 0]));
  return choices.reduce((best, next) => (isBetter(next, best, demand.amounts) ? next : best), none);
}

function positive(room: ResourceAmounts): ResourceAmounts {
  return Object.fromEntries(Object.entries(room).map(([name, value]) => [name, Math.max(value, 0)]));
}

function summed(names: readonly string[], rooms: readonly ResourceAmounts[]): ResourceAmounts {
  return Object.fromEntries(names.map((name) => [name, rooms.reduce((sum, room) => sum + room[name], 0)]));
}

/** As many of the demand's largest unit as fit over all providers, with the loose classes beside them. */
function unitsThatFit(demand: Demand, rooms: readonly ResourceAmounts[]): ResourceAmounts {
  const unit = demand.units[0].amounts;
  const wanted = demand.units.reduce((sum, group) => sum + group.count, 0);
  const fitting = rooms.reduce((sum, room) => sum + Math.floor(timesItFits(room, unit)), 0);
  const count = Math.min(wanted, fitting);
  const most: Record<string, number> = {};
  for (const name in demand.amounts) {
    const loose = Math.min(demand.loose[name] ?? 0, summed([name], rooms)[name]);
    most[name] = (unit[name] ?? 0) * count + loose;
  }
  return most;
}

/** Better is what meets more of the demand's scarcest class; on a tie, what is more in all. */
function isBetter(a: ResourceAmounts, b: ResourceAmounts, demand: ResourceAmounts): boolean {
  const difference = timesItFits(a, demand) - timesItFits(b, demand);
  if (difference !== 0) return difference > 0;
  const share = (x: ResourceAmounts): number =>
    Object.keys(demand).reduce((sum, name) => sum + x[name] / demand[name], 0);
  return share(a) > share(b);
}

/** The earliest window of the same length, from the requested start on, in which the whole demand fits. */
export function nextWindow(
  fold: ZoneFold,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions = {},
): TimeWindow | undefined {
  const length = window.end - window.start;
  const candidates = candidateProviders(fold, options);
  let earliest = FOREVER;
  for (const id of candidates) {
    const start = earliestFit(fold.provider(id), demand.amounts, length, window.start);
    earliest = Math.min(earliest, start ?? FOREVER);
  }
  if (candidates.length > 1) earliest = earlierBySplitting(fold, demand, window, options, earliest);
  const end = earliest + length;
  // A window that the wire form of times can't say is no offer.
  if (earliest === FOREVER || (end !== FOREVER && end > LAST_INSTANT)) return undefined;
  return { start: earliest, end };
}

/** The earliest start at which all classes fit at once: each class pushes the start on until none has to. */
function earliestFit(
  timelines: CapacityTimelines,
  amounts: ResourceAmounts,
  length: number,
  from: Instant,
): Instant | undefined {
  let start = from;
  for (;;) {
    const before = start;
    for (const name in amounts) {
      const next = timelines.available(name)?.earliestFit(amounts[name], length, start);
      if (next === undefined) return undefined;
      start = next;
    }
    if (start === before) return start;
  }
}

function earlierBySplitting(
  fold: ZoneFold,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
  bound: Instant,
): Instant {
  const length = window.end - window.start;
  const skipping = isNowhereOverdrawn(fold, demand.amounts, window.start);
  let start: Instant | undefined = window.start;
  const trials = Math.max(demand.units.length, 1) * candidateProviders(fold, options).length;
  for (let spent = 0; spent < MOST_SPLIT_TRIALS; spent += trials) {
    // The zone as a whole has to have room before any split can; that skips long full stretches at once.
    if (skipping) start = earliestFit(fold.whole(), demand.amounts, length, start);
    if (start === undefined || start >= bound) return bound;
    if (place(fold, demand, { start, end: start + length }, options)) return start;
    const next = nextChange(fold, demand.amounts, start, options);
    if (next === undefined || next >= bound) return bound;
    start = next;
  }
  return bound;
}

/** Where a provider is overdrawn, the whole shows less than the others have, and says nothing about a split. */
function isNowhereOverdrawn(fold: ZoneFold, amounts: ResourceAmounts, from: Instant): boolean {
  const rest = { start: from, end: FOREVER };
  return [...fold.providerIds()].every((id) =>
    Object.keys(amounts).every((name) => fold.provider(id).leastAvailable(name, rest).value >= 0),
  );
}

function nextChange(
  fold: ZoneFold,
  amounts: ResourceAmounts,
  after: Instant,
  options: PlacementOptions,
): Instant | undefined {
  let next: Instant | undefined;
  for (const id of candidateProviders(fold, options)) {
    for (const name in amounts) {
      const change = fold.provider(id).available(name)?.nextChange(after);
      if (change !== undefined && (next === undefined || change < next)) next = change;
    }
  }
  return next;
}
