import { FOREVER, type Instant } from '../kernel/time-window.js';
import type { TimelineNode } from './timeline-node.js';
import { entryAt, firstChangeTo, lastChangeBelow, nextChange, valueAt } from './timeline-search.js';

/** Goes through a timeline from left to right until it has been in a run of values >= threshold for `length`. */
export class RunSearch {
  /** Where the run that the search is in began; FOREVER: it is in none. */
  private runStart: Instant = FOREVER;

  constructor(
    private readonly threshold: number,
    private readonly length: number,
    private readonly from: Instant,
  ) {}

  /** The start of the earliest run that is long enough; FOREVER: there is none. `before` is the value before all changes. */
  earliestStart(root: TimelineNode, before: number): Instant {
    if (valueAt(root, before, this.from) >= this.threshold) this.runStart = this.from;
    const found = this.endsWithin(root, before, FOREVER) || this.endsAt(FOREVER);
    return found ? this.runStart : FOREVER;
  }

  /** Goes through the part after `from` of a subtree; true: a run that ends in it is long enough. */
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

  /** In a subtree shorter than `length` only the run that comes in and the one that goes out can be long enough. */
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
