import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
import { CapacityTimelines, effectsOf, KEPT, type CapacityView, type Kept } from './capacity-timelines.js';
import type { Movement } from './entry.js';
import { ChangeList } from '../timeline/change-list.js';
import { Timeline, type TimelineView } from '../timeline/timeline.js';

/** Changes of a timeline that are added between two yields. */
const CHANGES_AT_ONCE = 50_000;

/** Builds timelines from many entries at once; far cheaper than applying them one by one. */
export class CapacityTimelinesBuilder {
  private readonly changes: Readonly<Record<Kept, Map<ResourceClass, ChangeList>>> = {
    total: new Map(),
    allocated: new Map(),
    available: new Map(),
  };

  add(moves: Movement, window: TimeWindow, amounts: ResourceAmounts): void {
    for (const name in amounts) {
      for (const { kept, sign } of effectsOf(moves)) {
        this.list(kept, name).add(window, amounts[name] * sign);
      }
    }
  }

  *addTimeline(kept: Kept, name: ResourceClass, timeline: TimelineView): Generator<void, void> {
    const list = this.list(kept, name);
    let before = 0;
    for (const step of timeline.steps({ start: 0, end: FOREVER })) {
      if (step.value !== before) list.push(step.at, step.value - before);
      before = step.value;
      if (list.count % CHANGES_AT_ONCE === 0) yield;
    }
  }

  *buildInParts(): Generator<void, CapacityTimelines> {
    return new CapacityTimelines({
      total: yield* this.timelinesOf('total'),
      allocated: yield* this.timelinesOf('allocated'),
      available: yield* this.timelinesOf('available'),
    });
  }

  private *timelinesOf(kept: Kept): Generator<void, Map<ResourceClass, Timeline>> {
    const timelines = new Map<ResourceClass, Timeline>();
    for (const [name, changes] of this.changes[kept]) {
      timelines.set(name, yield* Timeline.fromChangesInParts(changes));
      yield;
    }
    return timelines;
  }

  private list(kept: Kept, name: ResourceClass): ChangeList {
    let list = this.changes[kept].get(name);
    if (!list) {
      list = new ChangeList();
      this.changes[kept].set(name, list);
    }
    return list;
  }
}

/** The sum of several timelines, such as those of all providers of a zone, part by part. It shares nothing with them. */
export function* sumInParts(parts: Iterable<CapacityView>): Generator<void, CapacityTimelines> {
  const builder = new CapacityTimelinesBuilder();
  for (const part of parts) {
    for (const kept of KEPT) {
      for (const name of part.keptClasses(kept)) {
        const timeline = part.timeline(kept, name);
        if (timeline) yield* builder.addTimeline(kept, name, timeline);
      }
    }
  }
  return yield* builder.buildInParts();
}
