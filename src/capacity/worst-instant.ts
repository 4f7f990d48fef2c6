import { KEPT, type CapacityView, type Figures } from '../allocation/fold/capacity-timelines.js';
import { availableThroughout } from '../allocation/fold/throughout.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { leastSum } from '../allocation/timeline/least-sum.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { addFigures, NO_FIGURES } from './figures.js';

export interface ZoneCapacity {
  readonly whole: CapacityView;
  readonly providers: readonly CapacityView[];
}

export function capacityOf(fold: Pick<ZoneView, 'whole' | 'providerIds' | 'provider'>): ZoneCapacity {
  return { whole: fold.whole(), providers: Array.from(fold.providerIds(), (id) => fold.provider(id)) };
}

/** A copy of one class within a window. Later changes of the zone don't affect it. */
export function cutOfZone(
  { whole, providers }: ZoneCapacity,
  name: ResourceClass,
  window: TimeWindow,
): ZoneCapacity {
  const cut = whole.cut(name, window);
  return {
    whole: cut,
    providers: providers.length > 1 ? providers.map((one) => one.cut(name, window)) : [cut],
  };
}

/**
 * The figures of the instant with the least available in the sum of some zones, the earliest one on ties. `available`
 * is what can be reserved throughout the window, in each zone by itself (`availableThroughout`). `reserved` is what the
 * others leave.
 */
export function worstOf(zones: readonly ZoneCapacity[], name: ResourceClass, window: TimeWindow): Figures {
  return worstStepOf(zones, name, window).figures;
}

/** The same, with the instant. */
export function worstStepOf(
  zones: readonly ZoneCapacity[],
  name: ResourceClass,
  window: TimeWindow,
): { readonly at: Instant; readonly figures: Figures } {
  const leasts = zones.map(({ whole }) => whole.leastAvailable(name, window));
  const timelines = zones.flatMap(({ whole }) => whole.available(name) ?? []);
  const { at } = zones.length === 1 ? leasts[0] : leastSum(timelines, window);
  const figures = zones
    .map((zone, index) => figuresOf(zone, name, window, at, leasts[index].value))
    .reduce(addFigures, NO_FIGURES);
  return { at, figures };
}

/**
 * The figures of a zone at an instant, with what is available throughout the window.
 *
 * @param least what is available at the worst instant of the window
 */
export function figuresOf(
  { whole, providers }: ZoneCapacity,
  name: ResourceClass,
  window: TimeWindow,
  at: Instant,
  least: number,
): Figures {
  const { total, allocated } = whole.figuresAt(name, at);
  const available = availableThroughout(least, providers, name, window);
  return { total, reserved: total - allocated - available, allocated, available };
}

/**
 * When the figures of some classes last changed in a zone: by an entry, or because a window has begun or ended by `now`.
 * An entry counts for all classes.
 */
export function lastUpdateOf(fold: ZoneView, names: readonly ResourceClass[], now: Instant): Instant {
  const whole = fold.whole();
  const steps = names.flatMap((name) =>
    KEPT.map((kept) => whole.timeline(kept, name)?.lastChangeBy(now) ?? 0),
  );
  return Math.max(fold.recordedAt, ...steps);
}

/** The latest of the changes of some zones. */
export function latestUpdateOf(zones: readonly { readonly lastUpdate: Instant }[]): Instant {
  return Math.max(0, ...zones.map(({ lastUpdate }) => lastUpdate));
}

/** The instants after the start of a window at which what is available at some of the providers changes. */
export function* handovers(
  providers: readonly CapacityView[],
  name: ResourceClass,
  window: TimeWindow,
): Generator<Instant, void> {
  if (providers.length < 2) return;
  for (const provider of providers) {
    for (const { at } of provider.available(name)?.steps(window) ?? []) if (at > window.start) yield at;
  }
}
