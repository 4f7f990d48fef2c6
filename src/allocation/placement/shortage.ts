import { joined, classWord, type Message } from '../../kernel/message.js';
import { classesOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER, formatInstant, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { WantedTraits } from '../../kernel/traits.js';
import type { AddressRoom } from '../addresses/address-room.js';
import { demandOf, unitSetsOf, type Demand, type UnitSet } from './demand.js';
import { sumThroughout } from '../fold/throughout.js';
import { leastSum } from '../timeline/least-sum.js';
import { candidateProviders, suits, type PlacementOptions } from './placement.js';
import type { TimelineView } from '../timeline/timeline.js';
import type { ZoneView } from '../fold/zone-fold.js';

const NO_CAPACITY = 'no resource capacity available during requested start/end time';

/** What is available lies on several providers, and the units that have to stay whole do not fit there. */
const NOT_WHOLE = `${NO_CAPACITY} at the same provider for each whole instance or container`;

/** Maximum changes of several providers that are added up to find the end of a shortage. */
const MAX_CHANGES_ADDED = 1_000;

/**
 * Names every class that is short, in reporting order. If the sum over providers suffices, it names the shortage on the
 * providers with the traits that units require. If only the units are too large, it says so in general.
 *
 * @param addresses the concrete addresses available, if the demand needs some
 * @param inUse amounts that the caller asks for besides the demand and that are there: the use of instances
 */
export function describeShortage(
  fold: ZoneView,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
  addresses?: AddressRoom,
  inUse?: ResourceAmounts,
): Message {
  if (isWithoutCapacity(fold, window)) return NO_CAPACITY;
  const absent = traitsNotThere(fold, demand, options);
  if (absent) return `${NO_CAPACITY}: no provider with capacity has ${described(absent)}`;
  const candidates = candidateProviders(fold, demand, options);
  const short = shortages(fold, candidates, demand.amounts, window, addresses, inUse);
  if (short.length > 0) return joined([joined(short, '; '), restriction(fold, demand, options)], '');
  const ofSets = unitSetsOf(demand).flatMap((set) => shortSet(fold, set, candidates, window, options));
  return ofSets.length > 0 ? joined(ofSets, '; ') : NOT_WHOLE;
}

/** Names the required traits if they exclude some of the providers. */
function restriction(fold: ZoneView, demand: Demand, options: PlacementOptions): string {
  const candidates = candidateProviders(fold, demand, options);
  const allowed = candidateProviders(fold, demandOf(demand.amounts), options);
  if (candidates.length === allowed.length) return '';
  const required = [demand.traits, ...unitSetsOf(demand).map(({ traits }) => traits)];
  const texts = new Set(required.flatMap((traits) => (traits ? described(traits) : [])));
  return ` on providers with ${[...texts].join(' or ')}`;
}

/** True if no pool entry is in force at any instant of the window. */
export function isWithoutCapacity(fold: ZoneView, window: TimeWindow): boolean {
  const whole = fold.whole();
  return fold.trackedClasses().every((name) => (whole.total(name)?.greatest(window).value ?? 0) <= 0);
}

/** The required traits that none of the candidate providers has. */
function traitsNotThere(fold: ZoneView, demand: Demand, options: PlacementOptions): WantedTraits | undefined {
  const allowed = candidateProviders(fold, demandOf(demand.amounts), options);
  const required = [demand.traits, ...unitSetsOf(demand).map(({ traits }) => traits)];
  return required.find((traits) => !allowed.some((id) => suits(options, id, traits)));
}

function shortSet(
  fold: ZoneView,
  { traits, groups }: UnitSet,
  candidates: readonly string[],
  window: TimeWindow,
  options: PlacementOptions,
): Message[] {
  if (!traits) return [];
  const suiting = candidates.filter((id) => suits(options, id, traits));
  const amounts: Record<string, number> = {};
  for (const { amounts: unit, count } of groups) {
    for (const name in unit) amounts[name] = (amounts[name] ?? 0) + unit[name] * count;
  }
  const where = ` on providers with ${described(traits)}`;
  return shortages(fold, suiting, amounts, window).map((message) => joined([message, where], ''));
}

function described({ cpuArchitecture, typeOfStorage, rdmaSupported }: WantedTraits): string {
  const types = typeof typeOfStorage === 'string' ? [typeOfStorage] : (typeOfStorage ?? []);
  return [
    ...(cpuArchitecture === undefined ? [] : [`cpuArchitecture ${cpuArchitecture}`]),
    ...types.map((type) => `typeOfStorage ${type}`),
    ...(rdmaSupported ? ['rdmaSupported true'] : []),
  ].join(', ');
}

function shortages(
  fold: ZoneView,
  providerIds: readonly string[],
  amounts: ResourceAmounts,
  window: TimeWindow,
  addresses?: AddressRoom,
  inUse: ResourceAmounts = {},
): Message[] {
  const all = [...fold.providerIds()].length;
  const providers = providerIds.map((id) => fold.provider(id));
  const parts = providers.length === all ? [fold.whole()] : providers;
  return classesOf(amounts).flatMap((name) => {
    const timelines = parts.flatMap((part) => part.available(name) ?? []);
    const { value, at } = leastOf(timelines, window);
    const throughout = sumThroughout(providers, name, window);
    const free =
      addresses && name === 'addresses'
        ? Math.min(throughout, addresses.most(window, amounts[name]))
        : throughout;
    const used = inUse[name] ?? 0;
    if (free < Math.min(value, amounts[name])) return [notFreeText(name, amounts[name] + used, free + used)];
    if (value >= amounts[name]) return [];
    const until = Math.min(endOfShortage(timelines, value, at), window.end);
    const available = used > 0 ? used + Math.max(value, 0) : value;
    return [shortageText(name, amounts[name] + used, available, at, until)];
  });
}

function leastOf(timelines: readonly TimelineView[], window: TimeWindow): { value: number; at: Instant } {
  if (timelines.length === 0) return { value: 0, at: window.start };
  return leastSum(timelines, window);
}

/**
 * The end of the period in which at most `value` is available. With too many changes the result is earlier than the
 * real end.
 */
function endOfShortage(timelines: readonly TimelineView[], value: number, from: Instant): Instant {
  if (timelines.length <= 1) return timelines.at(0)?.firstAtLeast(value + 1, from) ?? FOREVER;
  let at: Instant = from;
  for (let changes = 0; changes < MAX_CHANGES_ADDED; changes++) {
    at = Math.min(...timelines.map((timeline) => timeline.nextChange(at) ?? FOREVER));
    const isOver = timelines.reduce((sum, timeline) => sum + timeline.valueAt(at), 0) > value;
    if (at === FOREVER || isOver) return at;
  }
  return at;
}

export function shortageText(
  name: string,
  wanted: number,
  available: number,
  from: Instant,
  to: Instant,
): Message {
  const until = to === FOREVER ? 'open end' : formatInstant(to);
  const where = `between ${formatInstant(from)} and ${until}`;
  return ['requested ', classWord(name), `=${wanted} exceeds available ${available} ${where}`];
}

/** The shortage of amounts of which enough are available at every instant, but not at the same providers, or addresses. */
export function notFreeText(name: string, wanted: number, free: number): Message {
  const text = `=${wanted} exceeds available ${free} that are free throughout the window`;
  return ['requested ', classWord(name), text];
}
