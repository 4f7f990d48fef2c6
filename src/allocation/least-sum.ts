import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { Timeline, type Step, type TimelineView } from './timeline.js';

/**
 * How many stretches are looked at before the sum is made after all. Some hundreds are usual at 200,000 instants each;
 * timelines that have their lows in turn, all the time, would need one for every instant.
 */
const MOST_LOOKS = 4_000;

/**
 * The least sum of several timelines in a window, and the earliest instant that has it. A stretch of the window is
 * looked into only while its bound, the sum of what each timeline has least in it, could beat what was found: the
 * instants that matter are found among many without listing them.
 */
export function leastSum(timelines: readonly TimelineView[], window: TimeWindow): Step {
  const lastChange = Math.max(window.start, ...timelines.map((timeline) => timeline.lastChange ?? 0));
  const whole = { start: window.start, end: Math.min(window.end, lastChange + 1) };
  const value = leastValue(timelines, whole);
  const at = value === undefined ? undefined : firstAtMost(timelines, value, whole);
  return value === undefined || at === undefined ? sumOf(timelines, window).least(window) : { at, value };
}

interface Stretch {
  readonly window: TimeWindow;
  /** No instant in it has less. */
  readonly bound: number;
}

/** Halves the most promising stretch again and again, until none promises less than what was found; or gives up. */
function leastValue(timelines: readonly TimelineView[], window: TimeWindow): number | undefined {
  const open = new StretchHeap();
  let best = sumAt(timelines, window.start);
  const look = (part: TimeWindow): void => {
    const leasts = timelines.map((timeline) => timeline.least(part));
    for (const { at } of leasts) best = Math.min(best, sumAt(timelines, at));
    const bound = leasts.reduce((sum, { value }) => sum + value, 0);
    if (bound < best) open.push({ window: part, bound });
  };
  look(window);
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const next = open.pop();
    if (!next || next.bound >= best) return best;
    halves(next.window).forEach(look);
  }
  return undefined;
}

/** The earliest instant in the window at which the sum is no more than `value`; undefined when it gives up. */
function firstAtMost(
  timelines: readonly TimelineView[],
  value: number,
  window: TimeWindow,
): Instant | undefined {
  const later = [window];
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const part = later.pop();
    if (!part || sumAt(timelines, part.start) <= value) return part?.start;
    const bound = timelines.reduce((sum, timeline) => sum + timeline.leastValue(part), 0);
    if (bound <= value) later.push(...halves(part).reverse());
  }
  return undefined;
}

/** All instants, added up and sorted. */
function sumOf(timelines: readonly TimelineView[], window: TimeWindow): Timeline {
  const times: number[] = [];
  const deltas: number[] = [];
  for (const timeline of timelines) {
    let before = 0;
    for (const { at, value } of timeline.steps(window)) {
      times.push(at);
      deltas.push(value - before);
      before = value;
    }
  }
  return Timeline.fromChanges(Float64Array.from(times), Float64Array.from(deltas), times.length);
}

function sumAt(timelines: readonly TimelineView[], at: Instant): number {
  return timelines.reduce((sum, timeline) => sum + timeline.valueAt(at), 0);
}

/** A single second has no halves. */
function halves({ start, end }: TimeWindow): TimeWindow[] {
  const middle = Math.floor((start + end) / 2);
  return middle > start
    ? [
        { start, end: middle },
        { start: middle, end },
      ]
    : [];
}

/** Stretches, the one with the lowest bound first. */
class StretchHeap {
  private readonly stretches: Stretch[] = [];

  push(stretch: Stretch): void {
    const { stretches } = this;
    let i = stretches.length;
    for (let above = (i - 1) >> 1; i > 0 && stretches[above].bound > stretch.bound; above = (i - 1) >> 1) {
      stretches[i] = stretches[above];
      i = above;
    }
    stretches[i] = stretch;
  }

  pop(): Stretch | undefined {
    const { stretches } = this;
    const [first] = stretches;
    const last = stretches.pop();
    if (last === undefined || stretches.length === 0) return last;
    let i = 0;
    for (let below = 1; below < stretches.length; below = 2 * i + 1) {
      if (below + 1 < stretches.length && stretches[below + 1].bound < stretches[below].bound) below += 1;
      if (stretches[below].bound >= last.bound) break;
      stretches[i] = stretches[below];
      i = below;
    }
    stretches[i] = last;
    return first;
  }
}
