import type { CapacityView, Figures } from '../allocation/fold/capacity-timelines.js';
import { timesItFits, type ResourceAmounts, type ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { sumOfFigures, timelineOf, type FiguresOfClasses, type FigureTimeline } from './figure-timeline.js';
import { addFigures, NO_FIGURES } from './figures.js';

/** Each figure in whole shapes, at the instant of each provider at which the fewest fit. */
export function shapesIn(
  views: readonly CapacityView[],
  shape: ResourceAmounts,
  window: TimeWindow,
): Figures {
  const names = Object.keys(shape);
  return views
    .map((view) => {
      const at = worstAt(view, shape, window);
      return shapesOf(shape, Object.fromEntries(names.map((name) => [name, view.figuresAt(name, at)])));
    })
    .reduce(addFigures, NO_FIGURES);
}

export function shapesTimeline(
  views: readonly CapacityView[],
  shape: ResourceAmounts,
  window: TimeWindow,
): FigureTimeline {
  const timelines = views.map((view) =>
    timelineOf(view, Object.keys(shape), window, (classes) => shapesOf(shape, classes)),
  );
  return sumOfFigures(timelines, window);
}

/**
 * The instant at which the fewest shapes fit on a provider, the earliest one on ties. It is the first one at which some class is
 * short of one shape more than fit throughout, so each class takes one search.
 */
function worstAt(view: CapacityView, shape: ResourceAmounts, window: TimeWindow): Instant {
  const names = Object.keys(shape);
  const oneMore = timesWhole(view.room(names, window), shape) + 1;
  const shortAt = (name: ResourceClass): Instant => {
    const available = view.available(name);
    return available ? (available.firstBelow(oneMore * shape[name], window) ?? Infinity) : window.start;
  };
  return Math.min(...names.map(shortAt));
}

/** Each figure in whole shapes, from these figures of the classes: the scarcest class decides. */
function shapesOf(shape: ResourceAmounts, classes: FiguresOfClasses): Figures {
  const count = (figure: keyof Figures): number => {
    const amounts = Object.entries(classes).map(([name, figures]) => [name, figures[figure]] as const);
    return timesWhole(Object.fromEntries(amounts), shape);
  };
  return {
    total: count('total'),
    reserved: count('reserved'),
    allocated: count('allocated'),
    available: count('available'),
  };
}

/** How many times a shape fits as a whole. A negative amount counts as zero. */
function timesWhole(room: ResourceAmounts, shape: ResourceAmounts): number {
  return Math.floor(Math.max(0, timesItFits(room, shape)));
}
