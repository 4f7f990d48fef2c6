import { FOREVER, type Instant } from '../../kernel/time-window.js';

/**
 * The fastest of 16 to 256 at two million instants. Smaller nodes make the tree deeper; larger nodes take longer to sum
 * up.
 */
export const NODE_CAPACITY = 64;

/** Two neighbours with no more entries than this in all are merged, so any two neighbours hold more. */
const MERGE_AT = NODE_CAPACITY / 2;

/**
 * A node of the B+-tree behind a timeline: entries in the order of time, stored as one array per column.
 *
 * An entry summarises the changes of the value from its start to the start of the next entry: their sum, and the least
 * and greatest of their running sums, each taken just after a change. In a branch, an entry stands for a child. In a
 * leaf, it is a single change, whose sum, least and greatest are equal, so the three columns are one array. A search
 * therefore reads leaves and branches alike.
 */
export class TimelineNode {
  private constructor(
    readonly starts: Instant[],
    readonly sums: number[],
    readonly leasts: number[],
    readonly greatests: number[],
    /** The nodes the entries stand for; undefined in a leaf. */
    readonly children: TimelineNode[] | undefined,
  ) {}

  /** `times` are strictly ascending and no delta is 0. The node takes ownership of both arrays. */
  static leaf(times: Instant[], deltas: number[]): TimelineNode {
    return new TimelineNode(times, deltas, deltas, deltas, undefined);
  }

  /** None of the `children` is empty. The node takes ownership of the array. */
  static branch(children: TimelineNode[]): TimelineNode {
    const node = new TimelineNode([], [], [], [], children);
    for (let i = 0; i < children.length; i++) node.sumUp(children[i], i);
    return node;
  }

  private static joined(earlier: TimelineNode, later: TimelineNode): TimelineNode {
    if (earlier.children && later.children) {
      const children = [...earlier.children, ...later.children];
      const branch = TimelineNode.branch(children);
      // The two at the seam were no neighbours before, so together they may be small enough to merge.
      branch.mergeAround(children, earlier.count - 1);
      return branch;
    }
    return TimelineNode.leaf([...earlier.starts, ...later.starts], [...earlier.sums, ...later.sums]);
  }

  /** Rebalances the root after a change: adds a level if it is too full, removes levels while it has a single child. */
  static settled(root: TimelineNode): TimelineNode {
    if (root.count > NODE_CAPACITY) {
      const later = root.split();
      return TimelineNode.branch([root, later]);
    }
    if (!root.children || root.count > 1) return root;
    return root.count === 1 ? TimelineNode.settled(root.children[0]) : TimelineNode.leaf([], []);
  }

  /** The number of entries. */
  get count(): number {
    return this.starts.length;
  }

  /** The number of changes in the whole subtree. */
  get size(): number {
    if (!this.children) return this.count;
    return this.children.reduce((size, child) => size + child.size, 0);
  }

  /** Where entry `i` starts; FOREVER past the last one. */
  startOf(i: number): Instant {
    return i < this.starts.length ? this.starts[i] : FOREVER;
  }

  /** The entry that `instant` falls in: the last one that starts at or before it; -1 when there is none. */
  indexAt(instant: Instant): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle] <= instant) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The sum of the entries before entry `i`. */
  sumBefore(i: number): number {
    let sum = 0;
    for (let k = 0; k < i; k++) sum += this.sums[k];
    return sum;
  }

  /**
   * Adds `amount` from `at` on. Returns by how many changes the subtree grew: 1, 0 or -1. The node may exceed its
   * capacity.
   */
  change(at: Instant, amount: number): number {
    const i = this.indexAt(at);
    if (this.children) {
      const first = Math.max(i, 0);
      const grown = this.children[first].change(at, amount);
      this.settleChild(this.children, first);
      return grown;
    }
    if (i < 0 || this.starts[i] !== at) {
      this.starts.splice(i + 1, 0, at);
      this.sums.splice(i + 1, 0, amount);
      return 1;
    }
    this.sums[i] += amount;
    if (this.sums[i] !== 0) return 0;
    this.remove(i, 1);
    return -1;
  }

  /** Removes every change at or before `instant`, whole subtrees at a time. Returns their number. */
  forget(instant: Instant): number {
    const last = this.indexAt(instant);
    if (last < 0) return 0;
    if (!this.children) {
      this.remove(0, last + 1);
      return last + 1;
    }
    let forgotten = 0;
    for (let i = 0; i < last; i++) forgotten += this.children[i].size;
    this.remove(0, last);
    forgotten += this.children[0].forget(instant);
    this.settleChild(this.children, 0);
    return forgotten;
  }

  /** Updates entry `i` after a change of its child: removes, splits or merges the child if necessary. */
  private settleChild(children: TimelineNode[], i: number): void {
    const child = children[i];
    if (child.count === 0) {
      this.remove(i, 1);
      return;
    }
    if (child.count > NODE_CAPACITY) this.insert(children, i + 1, child.split());
    this.sumUp(child, i);
    if (child.count < MERGE_AT) this.mergeAround(children, i);
  }

  private mergeAround(children: TimelineNode[], i: number): void {
    if (i > 0 && children[i - 1].count + children[i].count <= MERGE_AT) this.merge(children, i - 1);
    else if (i + 1 < children.length && children[i].count + children[i + 1].count <= MERGE_AT)
      this.merge(children, i);
  }

  /** Merges children `i` and `i + 1`. */
  private merge(children: TimelineNode[], i: number): void {
    const joined = TimelineNode.joined(children[i], children[i + 1]);
    this.remove(i + 1, 1);
    children[i] = joined;
    this.sumUp(joined, i);
  }

  /** Splits off the later half. Both halves get arrays of exactly their size, which grow once to hold a full node. */
  private split(): TimelineNode {
    const middle = this.count >>> 1;
    const later = this.children
      ? TimelineNode.branch(this.children.slice(middle))
      : TimelineNode.leaf(this.starts.slice(middle), this.sums.slice(middle));
    this.remove(middle, this.count - middle);
    return later;
  }

  private insert(children: TimelineNode[], i: number, child: TimelineNode): void {
    for (const column of [this.starts, this.sums, this.leasts, this.greatests]) column.splice(i, 0, 0);
    children.splice(i, 0, child);
    this.sumUp(child, i);
  }

  private remove(from: number, count: number): void {
    this.starts.splice(from, count);
    this.sums.splice(from, count);
    if (!this.children) return;
    this.leasts.splice(from, count);
    this.greatests.splice(from, count);
    this.children.splice(from, count);
  }

  /** Writes the summary of `child` into entry `i`. */
  private sumUp(child: TimelineNode, i: number): void {
    let sum = 0;
    let least = Infinity;
    let greatest = -Infinity;
    for (let k = 0; k < child.count; k++) {
      least = Math.min(least, sum + child.leasts[k]);
      greatest = Math.max(greatest, sum + child.greatests[k]);
      sum += child.sums[k];
    }
    this.starts[i] = child.starts[0];
    this.sums[i] = sum;
    this.leasts[i] = least;
    this.greatests[i] = greatest;
  }
}
