import { DomainError } from '../kernel/domain-error.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { MAX_TIMELINE_ROWS, type FigureRow, type FigureTimeline } from './figure-timeline.js';
import { isSameFigures } from './figures.js';
import { worstOf, worstStepOf, type ZoneCapacity } from './worst-instant.js';

/** Searches without a pause: each part takes two per provider at most. */
const AT_ONCE = 64;

/**
 * Divides a window at the multiples of `resolution` since 1970, so that a window that moves keeps its parts.
 *
 * @throws DomainError `invalid-request` when they are more than the rows of an answer
 */
export function stretchesOf({ start, end }: TimeWindow, resolution: number): TimeWindow[] {
  if (!Number.isFinite(end)) throw DomainError.invalidField(['resolution'], 'needs timePeriod.stopTime');
  const count = (size: number): number => Math.ceil(end / size) - Math.floor(start / size);
  if (count(resolution) > MAX_TIMELINE_ROWS) {
    let least = Math.ceil((end - start) / MAX_TIMELINE_ROWS);
    // The first and the last part may be shorter ones.
    while (count(least) > MAX_TIMELINE_ROWS) least += 1;
    throw DomainError.invalidField(['resolution'], tooFine(least));
  }
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
 * One row per part of a window, with the figures of its worst instant. A part has no row if the figures are those of the part before
 * and hold throughout both: what is available may change hands between them. The time does not depend on how often the figures
 * change. Pauses between some parts.
 */
export function* partsTimeline(
  zones: readonly ZoneCapacity[],
  name: ResourceClass,
  parts: readonly TimeWindow[],
): Generator<void, FigureTimeline> {
  const rows: FigureRow[] = [];
  const searches = zones.reduce((sum, { providers }) => sum + providers.length, 0);
  let done = 0;
  for (const part of parts) {
    done += 2 * searches;
    if (done >= AT_ONCE) {
      done = 0;
      yield;
    }
    const { at: worstAt, figures } = worstStepOf(zones, name, part);
    const last = rows.at(-1);
    const isSame =
      last &&
      isSameFigures(last.figures, figures) &&
      worstOf(zones, name, { start: last.at, end: part.end }).available === figures.available;
    if (!isSame) rows.push({ at: part.start, figures, worstAt });
  }
  return { rows };
}
