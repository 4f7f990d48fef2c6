import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { TimelineNode } from './node.js';

/**
 * Searches in the tree of a timeline. `before` and `after` are the timeline's values just before the first change and
 * just after the last change of a node's subtree. FOREVER as a result means that there is none.
 */

/** The values that a search finds: those below a threshold, or all others. */
export type Side = 'below' | 'atLeast';

export function isOn(side: Side, value: number, threshold: number): boolean {
  return value < threshold === (side === 'below');
}

/** The entry of `node` at which a search for changes after `instant` starts. */
export function entryAt(node: TimelineNode, instant: Instant): number {
  return Math.max(node.indexAt(instant), 0);
}

export function valueAt(node: TimelineNode, before: number, instant: Instant): number {
  const i = node.indexAt(instant);
  if (i < 0) return before;
  const value = before + node.sumBefore(i);
  return node.children ? valueAt(node.children[i], value, instant) : value + node.sums[i];
}

/** The first change later than `instant`. */
export function nextChange(node: TimelineNode, instant: Instant): Instant {
  const i = node.indexAt(instant);
  const within = node.children && i >= 0 ? nextChange(node.children[i], instant) : FOREVER;
  return within < FOREVER ? within : node.startOf(i + 1);
}

/** The last change at or before `instant`. */
export function lastChangeBy(node: TimelineNode, instant: Instant): Instant {
  const i = node.indexAt(instant);
  if (i < 0) return FOREVER;
  return node.children ? lastChangeBy(node.children[i], instant) : node.starts[i];
}

export function lastChange(node: TimelineNode): Instant {
  if (node.count === 0) return FOREVER;
  const last = node.count - 1;
  return node.children ? lastChange(node.children[last]) : node.starts[last];
}

/** The first change later than `instant` that brings the value to the given side of the threshold. */
export function firstChangeTo(
  side: Side,
  threshold: number,
  node: TimelineNode,
  before: number,
  instant: Instant,
): Instant {
  const extremes = side === 'below' ? node.leasts : node.greatests;
  let i = entryAt(node, instant);
  let value = before + node.sumBefore(i);
  for (; i < node.count; i++) {
    if (isOn(side, value + extremes[i], threshold)) {
      const found = node.children
        ? firstChangeTo(side, threshold, node.children[i], value, instant)
        : node.starts[i];
      if (found > instant && found < FOREVER) return found;
    }
    value += node.sums[i];
  }
  return FOREVER;
}

/** The last change earlier than `instant` that leaves the value below the threshold. */
export function lastChangeBelow(
  threshold: number,
  node: TimelineNode,
  after: number,
  instant: Instant,
): Instant {
  let value = after;
  for (let i = node.count - 1; i >= 0; i--) {
    const before = value - node.sums[i];
    if (node.starts[i] < instant && before + node.leasts[i] < threshold) {
      const found = node.children
        ? lastChangeBelow(threshold, node.children[i], value, instant)
        : node.starts[i];
      if (found < FOREVER) return found;
    }
    value = before;
  }
  return FOREVER;
}

/** The least ('below') or greatest ('atLeast') of `extreme` and of the values just after the changes in the window. */
export function extremeBetween(
  side: Side,
  extreme: number,
  node: TimelineNode,
  before: number,
  window: TimeWindow,
): number {
  const extremes = side === 'below' ? node.leasts : node.greatests;
  let i = entryAt(node, window.start);
  let value = before + node.sumBefore(i);
  for (; node.startOf(i) < window.end; i++) {
    const isInside = node.starts[i] > window.start && (!node.children || node.startOf(i + 1) <= window.end);
    const candidate = value + extremes[i];
    if (isInside) extreme = isOn(side, candidate, extreme) ? candidate : extreme;
    else if (node.children) extreme = extremeBetween(side, extreme, node.children[i], value, window);
    value += node.sums[i];
  }
  return extreme;
}

/** The leaves in order, from the leaf that contains `instant`. */
export function* leavesFrom(node: TimelineNode, instant: Instant): Generator<TimelineNode, void> {
  if (!node.children) {
    yield node;
    return;
  }
  for (let i = entryAt(node, instant); i < node.count; i++) yield* leavesFrom(node.children[i], instant);
}
