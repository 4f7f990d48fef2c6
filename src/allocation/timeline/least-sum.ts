import type { Instant, TimeWindow } from '../../kernel/time-window.js';
import { ChangeList } from './change-list.js';
import { Timeline, type Step, type TimelineView } from './timeline.js';

/**
 * Maximum number of window parts that a search examines before all timelines are added up instead. Some hundreds are
 * usual at 200,000 instants each. Timelines whose minima alternate throughout the window would take one part per
 * instant.
 */
const MAX_PARTS = 4_000;

/** Maximum number of look-ups of a search. Examining a part takes the square of the number of timelines. */
const MAX_LOOK_UPS = 1_000_000;

/**
 * Steps per square of the number of timelines up to which all are added up at once. A step takes about as long as a
 * look-up; searches usually examine more than a hundred parts, with twice the square in look-ups each.
 */
const MAX_STEPS_ADDED_UP = 250;

/**
 * The least sum of several timelines in a window, and the earliest instant that has it.
 *
 * @param maxAddedUp steps in the window up to which they are added up; more are searched
 */
export function leastSum(
  timelines: readonly TimelineView[],
  window: TimeWindow,
  maxAddedUp = MAX_STEPS_ADDED_UP * timelines.length ** 2,
): Step {
  if (timelines.length === 1) return timelines[0].least(window);
  const found = hasMoreSteps(timelines, window, maxAddedUp) ? search(timelines, window) : undefined;
  return found ?? sumOf(timelines, window).least(window);
}

/**
 * The bound of a part is the sum of each timeline's least value in it. The search divides a part only while its bound is below the
 * least sum found so far, so it needn't list all instants. Undefined after too many parts.
 */
function search(timelines: readonly TimelineView[], window: TimeWindow): Step | undefined {
  const lastChange = Math.max(window.start, ...timelines.map((timeline) => timeline.lastChange ?? 0));
  const whole = { start: window.start, end: Math.min(window.end, lastChange + 1) };
  const value = leastValue(timelines, whole);
  const at = value === undefined ? undefined : firstAtMost(timelines, value, whole);
  return value === undefined || at === undefined ? undefined : { at, value };
}

interface WindowPart {
  readonly window: TimeWindow;
  /** Lower bound of the sum in this part. */
  readonly bound: number;
}

/**
 * Branch and bound: halves the part with the lowest bound until no bound is below the best sum. Undefined after
 * MAX_PARTS parts, fewer where there are many timelines.
 */
function leastValue(timelines: readonly TimelineView[], window: TimeWindow): number | undefined {
  const maxParts = Math.min(MAX_PARTS, MAX_LOOK_UPS / timelines.length ** 2);
  if (maxParts < 1) return undefined;
  const open = new PartHeap();
  let best = sumAt(timelines, window.start);
  const examine = (part: TimeWindow): void => {
    const leasts = timelines.map((timeline) => timeline.least(part));
    for (const { at } of leasts) best = Math.min(best, sumAt(timelines, at));
    const bound = leasts.reduce((sum, { value }) => sum + value, 0);
    if (bound < best) open.push({ window: part, bound });
  };
  examine(window);
  for (let examined = 0; examined < maxParts; examined++) {
    const next = open.pop();
    if (!next || next.bound >= best) return best;
    halves(next.window).forEach(examine);
  }
  return undefined;
}

/** The earliest instant in the window at which the sum is at most `value`; undefined after MAX_PARTS parts. */
function firstAtMost(
  timelines: readonly TimelineView[],
  value: number,
  window: TimeWindow,
): Instant | undefined {
  const later = [window];
  for (let examined = 0; examined < MAX_PARTS; examined++) {
    const part = later.pop();
    if (!part || sumAt(timelines, part.start) <= value) return part?.start;
    const bound = timelines.reduce((sum, timeline) => sum + timeline.leastValue(part), 0);
    if (bound <= value) later.push(...halves(part).reverse());
  }
  return undefined;
}

function hasMoreSteps(timelines: readonly TimelineView[], window: TimeWindow, limit: number): boolean {
  let left = limit;
  for (const timeline of timelines) {
    const steps = timeline.steps(window)[Symbol.iterator]();
    while (!steps.next().done) if (--left < 0) return true;
  }
  return false;
}

/** Adds the timelines up at every instant. */
function sumOf(timelines: readonly TimelineView[], window: TimeWindow): Timeline {
  const changes = new ChangeList();
  for (const timeline of timelines) {
    let before = 0;
    for (const { at, value } of timeline.steps(window)) {
      changes.push(at, value - before);
      before = value;
    }
  }
  return Timeline.fromChanges(changes);
}

function sumAt(timelines: readonly TimelineView[], at: Instant): number {
  return timelines.reduce((sum, timeline) => sum + timeline.valueAt(at), 0);
}

/** A window of one second can't be halved. */
function halves({ start, end }: TimeWindow): TimeWindow[] {
  const middle = Math.floor((start + end) / 2);
  return middle > start
    ? [
        { start, end: middle },
        { start: middle, end },
      ]
    : [];
}

/** Parts, the lowest bound first. */
class PartHeap {
  private readonly parts: WindowPart[] = [];

  push(part: WindowPart): void {
    const { parts } = this;
    let i = parts.length;
    for (let above = (i - 1) >> 1; i > 0 && parts[above].bound > part.bound; above = (i - 1) >> 1) {
      parts[i] = parts[above];
      i = above;
    }
    parts[i] = part;
  }

  pop(): WindowPart | undefined {
    const { parts } = this;
    const [first] = parts;
    const last = parts.pop();
    if (last === undefined || parts.length === 0) return last;
    let i = 0;
    for (let below = 1; below < parts.length; below = 2 * i + 1) {
      if (below + 1 < parts.length && parts[below + 1].bound < parts[below].bound) below += 1;
      if (parts[below].bound >= last.bound) break;
      parts[i] = parts[below];
      i = below;
    }
    parts[i] = last;
    return first;
  }
}
