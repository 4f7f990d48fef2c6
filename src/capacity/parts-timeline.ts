import type { CapacityView, Figures } from '../allocation/fold/capacity-timelines.js';
import { DomainError } from '../kernel/domain-error.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { MAX_TIMELINE_ROWS, type FigureRow, type FigureTimeline } from './figure-timeline.js';
import { worstStepOfAll } from './worst-instant.js';

/** Parts that are read without a pause: each takes a search per zone. */
const AT_ONCE = 64;

/**
 * Divides a window at the multiples of `resolution` since 1970, so that a window that moves keeps its parts.
 *
 * @throws DomainError `invalid-request` when they are more than the rows of an answer
 */
export function stretchesOf({ start, end }: TimeWindow, resolution: number): TimeWindow[] {
  if (!Number.isFinite(end)) throw DomainError.invalidField(['resolution'], 'needs timePeriod.stopTime');
  // The first and the last part may be shorter ones.
  const least = Math.ceil((end - start) / (MAX_TIMELINE_ROWS - 1));
  if (resolution < least) throw DomainError.invalidField(['resolution'], tooFine(least));
  const parts: TimeWindow[] = [];
  for (let from = start; from < end;) {
    const to = Math.min(end, (Math.floor(from / resolution) + 1) * resolution);
    parts.push({ start: from, end: to });
    from = to;
  }
  return parts;
}

function tooFine(least: number): string {
  return `must be at least ${least} for this period: a time line has at most ${MAX_TIMELINE_ROWS} rows`;
}

/**
 * One row per part of a window, with the figures of its worst instant. A part with the figures of the part before has no row.
 * The time does not depend on how often the figures change. Pauses between some parts.
 */
export function* partsTimeline(
  zones: readonly CapacityView[],
  name: ResourceClass,
  parts: readonly TimeWindow[],
): Generator<void, FigureTimeline> {
  const rows: FigureRow[] = [];
  for (const [index, part] of parts.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    const { at: worstAt, figures } = worstStepOfAll(zones, name, part);
    const last = rows.at(-1);
    if (!last || !isSame(last.figures, figures)) rows.push({ at: part.start, figures, worstAt });
  }
  return { rows };
}

function isSame(a: Figures, b: Figures): boolean {
  return a.total === b.total && a.allocated === b.allocated && a.available === b.available;
}

/** The same at once. */
export function partsTimelineAtOnce(
  zone: CapacityView,
  name: ResourceClass,
  parts: readonly TimeWindow[],
): FigureTimeline {
  const work = partsTimeline([zone], name, parts);
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}
