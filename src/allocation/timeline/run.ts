import { FOREVER, type Instant } from '../../kernel/time-window.js';
import type { TimelineNode } from './node.js';
import { entryAt, firstChangeTo, lastChangeBelow, nextChange, valueAt } from './search.js';

/** Scans a timeline from left to right for a run of values >= threshold that lasts `length`. */
export class RunSearch {
  /** Start of the current run; FOREVER outside a run. */
  private runStart: Instant = FOREVER;

  constructor(
    private readonly threshold: number,
    private readonly length: number,
    private readonly from: Instant,
  ) {}

  /**
   * The start of the earliest run that is long enough; FOREVER if there is none. `before` is the value before all
   * changes.
   */
  earliestStart(root: TimelineNode, before: number): Instant {
    if (valueAt(root, before, this.from) >= this.threshold) this.runStart = this.from;
    const found = this.endsWithin(root, before, FOREVER) || this.endsAt(FOREVER);
    return found ? this.runStart : FOREVER;
  }

  /** Scans the part of a subtree after `from`. True if a run that ends in it is long enough. */
  private endsWithin(node: TimelineNode, before: number, end: Instant): boolean {
    let i = entryAt(node, this.from);
    let value = before + node.sumBefore(i);
    for (; i < node.count; i++) {
      if (this.endsInEntry(node, i, value, i + 1 < node.count ? node.starts[i + 1] : end)) return true;
      value += node.sums[i];
    }
    return false;
  }

  private endsInEntry(node: TimelineNode, i: number, before: number, end: Instant): boolean {
    const start = Math.max(node.starts[i], this.from);
    if (before + node.leasts[i] >= this.threshold) {
      this.runStart = Math.min(this.runStart, start);
      return false;
    }
    const isBelow = before + node.greatests[i] < this.threshold;
    if (isBelow || !node.children) return this.endsAt(start);
    const isShort = start > this.from && end - start < this.length;
    return isShort
      ? this.endsInShort(node.children[i], before, before + node.sums[i])
      : this.endsWithin(node.children[i], before, end);
  }

  /** In a subtree shorter than `length`, only a run that crosses its start or its end can be long enough. */
  private endsInShort(node: TimelineNode, before: number, after: number): boolean {
    if (this.endsAt(firstChangeTo('below', this.threshold, node, before, this.from))) return true;
    this.runStart = nextChange(node, lastChangeBelow(this.threshold, node, after, FOREVER));
    return false;
  }

  private endsAt(instant: Instant): boolean {
    const isLongEnough = instant - this.runStart >= this.length;
    if (!isLongEnough) this.runStart = FOREVER;
    return isLongEnough;
  }
}
