import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import { CapacityTimelines, effectsOf, KEPT, type CapacityView, type Kept } from './capacity-timelines.js';
import type { Movement } from './entry.js';
import { Timeline, type TimelineView } from '../timeline/timeline.js';

/** Changes of a timeline that are added between two yields. */
const CHANGES_AT_ONCE = 50_000;

/** The changes of one class, from which a timeline is built: two growing columns of numbers. */
class ChangeList {
  times = new Float64Array(16);
  deltas = new Float64Array(16);
  count = 0;

  push(at: Instant, delta: number): void {
    if (this.count === this.times.length) this.grow();
    this.times[this.count] = at;
    this.deltas[this.count++] = delta;
  }

  private grow(): void {
    const times = new Float64Array(this.count * 2);
    const deltas = new Float64Array(this.count * 2);
    times.set(this.times);
    deltas.set(this.deltas);
    this.times = times;
    this.deltas = deltas;
  }
}

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
        const list = this.list(kept, name);
        list.push(window.start, amounts[name] * sign);
        if (window.end !== FOREVER) list.push(window.end, -amounts[name] * sign);
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
    for (const [name, { times, deltas, count }] of this.changes[kept]) {
      timelines.set(name, yield* Timeline.fromChangesInParts(times, deltas, count));
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
