import type { CapacityView, Figures } from '../allocation/fold/capacity-timelines.js';
import { leastSum } from '../allocation/timeline/least-sum.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';

export const NO_FIGURES: Figures = { total: 0, reserved: 0, allocated: 0, available: 0 };

export function addFigures(a: Figures, b: Figures): Figures {
  return {
    total: a.total + b.total,
    reserved: a.reserved + b.reserved,
    allocated: a.allocated + b.allocated,
    available: a.available + b.available,
  };
}

/** The figures of the instant with the least available, the earliest one on ties. */
export function worstOf(timelines: CapacityView, name: ResourceClass, window: TimeWindow): Figures {
  return timelines.figuresAt(name, timelines.leastAvailable(name, window).at);
}

/** The worst instant of the sum of several zones. */
export function worstOfAll(zones: readonly CapacityView[], name: ResourceClass, window: TimeWindow): Figures {
  return worstStepOfAll(zones, name, window).figures;
}

/** The same, with the instant. */
export function worstStepOfAll(
  zones: readonly CapacityView[],
  name: ResourceClass,
  window: TimeWindow,
): { readonly at: Instant; readonly figures: Figures } {
  const timelines = zones.flatMap((zone) => zone.available(name) ?? []);
  const { at } = timelines.length === 1 ? timelines[0].least(window) : leastSum(timelines, window);
  return { at, figures: zones.map((zone) => zone.figuresAt(name, at)).reduce(addFigures, NO_FIGURES) };
}
