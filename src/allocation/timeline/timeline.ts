import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import { resultOf } from '../../kernel/pace.js';
import { buildTree, treeOf } from './build.js';
import type { ChangeList } from './change-list.js';
import { TimelineNode } from './node.js';
import { RunSearch } from './run.js';
import {
  extremeBetween,
  firstChangeTo,
  isOn,
  lastChange,
  lastChangeBy,
  lastChangeBelow,
  leavesFrom,
  nextChange,
  type Side,
  valueAt,
} from './search.js';

/** The timeline has `value` from `at` on. */
export interface Step {
  readonly at: Instant;
  readonly value: number;
}

/** Read-only view of a timeline. */
export type TimelineView = Readonly<Omit<Timeline, 'add' | 'forgetBefore'>>;

/**
 * An integer as a step function of time, such as the available cores of one provider. It is 0 before the first change,
 * then the sum of all changes so far. Values are exact below 2^53. An empty window contains no instant.
 *
 * A B+-tree over the changes. Its nodes store sums and extreme running sums, so every operation is O(log n), however
 * long its window: below 1 µs at a thousand instants, 0.5 to 5 µs at two million. A million instants take 22 MB when
 * built at once, 28 MB after as many changes again.
 */
export class Timeline {
  private root = TimelineNode.leaf([], []);
  private held = 0;
  /** The value before the first stored change: the sum of the changes that `forgetBefore` has removed. */
  private base = 0;
  private lastForgotten: Instant | undefined;

  /**
   * Builds a timeline that adds `deltas[i]` from `times[i]` on. The input needs no order; changes at FOREVER are
   * ignored. O(n log n).
   */
  static fromChanges(changes: ChangeList): Timeline {
    return resultOf(Timeline.fromChangesInParts(changes));
  }

  /** As `fromChanges`, part by part. */
  static *fromChangesInParts(changes: ChangeList): Generator<void, Timeline> {
    const timeline = new Timeline();
    timeline.root = yield* buildTree(changes);
    timeline.held = timeline.root.size;
    return timeline;
  }

  /** The number of instants at which the value changes. */
  get size(): number {
    return this.held;
  }

  /** Adds `amount` to the value throughout the window. Removes instants at which the value no longer changes. */
  add(window: TimeWindow, amount: number): void {
    if (amount === 0 || window.start >= window.end) return;
    this.change(window.start, amount);
    if (window.end < FOREVER) this.change(window.end, -amount);
  }

  valueAt(instant: Instant): number {
    return valueAt(this.root, this.base, instant);
  }

  /** The least value in the window; cheaper than `least`, which also returns the instant. */
  leastValue(window: TimeWindow): number {
    return this.extreme('below', window);
  }

  /** The least value in the window, and the earliest instant in it that has this value. */
  least(window: TimeWindow): Step {
    const value = this.extreme('below', window);
    return { at: this.first('below', value + 1, window.start), value };
  }

  /** The greatest value in the window, and the earliest instant in it that has this value. */
  greatest(window: TimeWindow): Step {
    const value = this.extreme('atLeast', window);
    return { at: this.first('atLeast', value, window.start), value };
  }

  /** The earliest instant in the window with a value below the threshold. */
  firstBelow(threshold: number, window: TimeWindow): Instant | undefined {
    const found = this.first('below', threshold, window.start);
    return found < window.end ? found : undefined;
  }

  /** The earliest instant >= `from` with a value of at least the threshold; undefined if there is none. */
  firstAtLeast(threshold: number, from: Instant): Instant | undefined {
    return orUndefined(this.first('atLeast', threshold, from));
  }

  /** The start of the last step below the threshold in the window, clipped to the window's start. */
  lastBelow(threshold: number, window: TimeWindow): Instant | undefined {
    if (window.start >= window.end) return undefined;
    const last = this.base + this.root.sumBefore(this.root.count);
    const found = lastChangeBelow(threshold, this.root, last, window.end);
    if (found > window.start && found < FOREVER) return found;
    return this.valueAt(window.start) < threshold ? window.start : undefined;
  }

  /**
   * The earliest start >= `from` of a window of this length in which the value never falls below the threshold;
   * undefined if there is none. A length of FOREVER means an open end. The search skips subtrees that lie on one side
   * of the threshold, and runs that are too short.
   */
  earliestFit(threshold: number, length: number, from: Instant): Instant | undefined {
    if (length < FOREVER)
      return orUndefined(new RunSearch(threshold, length, from).earliestStart(this.root, this.base));
    const obstacle = this.lastBelow(threshold, { start: from, end: FOREVER });
    return obstacle === undefined ? from : this.nextChange(obstacle);
  }

  /** The first instant later than `after` at which the value changes. */
  nextChange(after: Instant): Instant | undefined {
    return orUndefined(nextChange(this.root, after));
  }

  /** The last instant at or before `instant` at which the value changed; undefined if none is known. */
  lastChangeBy(instant: Instant): Instant | undefined {
    const { lastForgotten = FOREVER } = this;
    return (
      orUndefined(lastChangeBy(this.root, instant)) ?? (lastForgotten <= instant ? lastForgotten : undefined)
    );
  }

  /** The steps of the window, the first clipped to its start. The timeline must not change during the iteration. */
  *steps(window: TimeWindow): Iterable<Step> {
    let value = this.valueAt(window.start);
    yield { at: window.start, value };
    for (const leaf of leavesFrom(this.root, window.start)) {
      for (let i = 0; i < leaf.count; i++) {
        const at = leaf.starts[i];
        if (at <= window.start) continue;
        if (at >= window.end) return;
        value += leaf.sums[i];
        yield { at, value };
      }
    }
  }

  /** The last instant at which the value changes; undefined if none is stored. */
  get lastChange(): Instant | undefined {
    return orUndefined(lastChange(this.root));
  }

  /**
   * A copy that has the same values within the window and is constant outside it. Later changes of this timeline don't
   * affect it.
   */
  cut(window: TimeWindow): Timeline {
    const cut = new Timeline();
    cut.base = this.valueAt(window.start);
    const leaves: TimelineNode[] = [];
    for (const leaf of leavesFrom(this.root, window.start)) {
      if (leaf.startOf(0) >= window.end) break;
      const from = leaf.indexAt(window.start) + 1;
      const to = leaf.indexAt(window.end - 1) + 1;
      if (from < to) leaves.push(TimelineNode.leaf(leaf.starts.slice(from, to), leaf.sums.slice(from, to)));
    }
    cut.root = treeOf(leaves);
    cut.held = cut.root.size;
    return cut;
  }

  /** Merges all changes at or before `instant` into the base value, and frees their memory. The time of the last is kept. */
  forgetBefore(instant: Instant): void {
    this.lastForgotten = this.lastChangeBy(instant);
    this.base = this.valueAt(instant);
    this.held -= this.root.forget(instant);
    this.root = TimelineNode.settled(this.root);
  }

  private change(at: Instant, amount: number): void {
    this.held += this.root.change(at, amount);
    this.root = TimelineNode.settled(this.root);
  }

  private extreme(side: Side, window: TimeWindow): number {
    return extremeBetween(side, this.valueAt(window.start), this.root, this.base, window);
  }

  /** The earliest instant >= `from` with a value on the given side of the threshold; FOREVER if there is none. */
  private first(side: Side, threshold: number, from: Instant): Instant {
    if (isOn(side, this.valueAt(from), threshold)) return from;
    return firstChangeTo(side, threshold, this.root, this.base, from);
  }
}

function orUndefined(instant: Instant): Instant | undefined {
  return instant < FOREVER ? instant : undefined;
}
