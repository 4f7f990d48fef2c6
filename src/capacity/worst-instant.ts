import type { CapacityTimelines, Figures } from '../allocation/capacity-timelines.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';

export const NO_FIGURES: Figures = { total: 0, reserved: 0, allocated: 0, available: 0 };

export interface FiguresFrom {
  readonly at: Instant;
  readonly figures: Figures;
}

export function addFigures(a: Figures, b: Figures): Figures {
  return {
    total: a.total + b.total,
    reserved: a.reserved + b.reserved,
    allocated: a.allocated + b.allocated,
    available: a.available + b.available,
  };
}

/** The figures of the instant with the least available, the earliest one on ties. */
export function worstOf(timelines: CapacityTimelines, name: ResourceClass, window: TimeWindow): Figures {
  return timelines.figuresAt(name, timelines.leastAvailable(name, window).at);
}

/** The figures at the start of a window and at each instant in it at which one of them changes. */
export function figuresAlong(
  timelines: CapacityTimelines,
  name: ResourceClass,
  window: TimeWindow,
): FiguresFrom[] {
  const instants = new Set<Instant>([window.start]);
  for (const timeline of [timelines.total(name), timelines.allocated(name), timelines.available(name)]) {
    for (const { at } of timeline?.steps(window) ?? []) instants.add(at);
  }
  return [...instants].sort((a, b) => a - b).map((at) => ({ at, figures: timelines.figuresAt(name, at) }));
}

/** The worst instant of several zones taken together: their figures are added up as they change. */
export function worstOfAll(zones: readonly (readonly FiguresFrom[])[]): Figures {
  const changes = zones.flatMap((along) =>
    along.map(({ at, figures }, index) => ({
      at,
      after: figures,
      before: along[index - 1]?.figures ?? NO_FIGURES,
    })),
  );
  changes.sort((a, b) => a.at - b.at);
  let sum = NO_FIGURES;
  let worst: Figures | undefined;
  changes.forEach(({ at, after, before }, index) => {
    sum = addFigures(sum, difference(after, before));
    const isComplete = changes[index + 1]?.at !== at;
    if (isComplete && (!worst || sum.available < worst.available)) worst = sum;
  });
  return worst ?? NO_FIGURES;
}

function difference(a: Figures, b: Figures): Figures {
  return {
    total: a.total - b.total,
    reserved: a.reserved - b.reserved,
    allocated: a.allocated - b.allocated,
    available: a.available - b.available,
  };
}
