import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { LedgerEntry, Movement } from './entry.js';
import { Timeline, type Step, type TimelineView } from '../timeline/timeline.js';

/** The four figures of a class at an instant: total = available + reserved + allocated. */
export interface Figures {
  readonly total: number;
  readonly reserved: number;
  readonly allocated: number;
  readonly available: number;
}

/** `reserved` is not stored. It is computed from the other three, so the identity holds by construction. */
export type Kept = 'total' | 'allocated' | 'available';

type KeptTimelines = Readonly<Record<Kept, Map<ResourceClass, Timeline>>>;

export const KEPT: readonly Kept[] = ['total', 'allocated', 'available'];

/** Read-only view of capacity timelines. */
export type CapacityView = Readonly<Omit<CapacityTimelines, 'apply' | 'nextChange' | 'forgetBefore'>>;

/**
 * The timelines of one provider, or of a whole zone: total, allocated and available per class. An object that applies
 * entries must be their only owner; all other code reads a `CapacityView`.
 */
export class CapacityTimelines {
  /** The last answer of `nextChange`, which holds from `after` to `next`. */
  private lastChange?: { readonly after: Instant; readonly next: Instant };

  constructor(
    private readonly kept: KeptTimelines = { total: new Map(), allocated: new Map(), available: new Map() },
  ) {}

  /** The classes that have a timeline of this figure. */
  keptClasses(kept: Kept): Iterable<ResourceClass> {
    return this.kept[kept].keys();
  }

  /** One figure of a class over time; undefined if it has always been 0. */
  timeline(kept: Kept, name: ResourceClass): TimelineView | undefined {
    return this.kept[kept].get(name);
  }

  /** Applies an entry, or undoes it with `sign` -1. */
  apply(entry: Pick<LedgerEntry, 'moves' | 'window' | 'amounts'>, sign: 1 | -1 = 1): void {
    this.lastChange = undefined;
    for (const name in entry.amounts) {
      const amount = entry.amounts[name] * sign;
      for (const effect of effectsOf(entry.moves)) {
        this.ownTimeline(effect.kept, name).add(entry.window, amount * effect.sign);
      }
    }
  }

  /** The least available amount of a class in a window and the first instant that has it. */
  leastAvailable(name: ResourceClass, window: TimeWindow): Step {
    return this.kept.available.get(name)?.least(window) ?? { at: window.start, value: 0 };
  }

  /** The least available amount alone, which is cheaper. */
  leastValue(name: ResourceClass, window: TimeWindow): number {
    return this.kept.available.get(name)?.leastValue(window) ?? 0;
  }

  /** Whether less than nothing of a class is available at some instant of a window. */
  isOverdrawn(window: TimeWindow): boolean {
    return [...this.kept.available.values()].some((timeline) => timeline.leastValue(window) < 0);
  }

  /** The first instant later than `after` at which an available amount changes; FOREVER if there is none. */
  nextChange(after: Instant): Instant {
    const { lastChange } = this;
    if (lastChange && lastChange.after <= after && after < lastChange.next) return lastChange.next;
    let next = FOREVER;
    for (const timeline of this.kept.available.values()) {
      next = Math.min(next, timeline.nextChange(after) ?? FOREVER);
    }
    this.lastChange = { after, next };
    return next;
  }

  available(name: ResourceClass): TimelineView | undefined {
    return this.kept.available.get(name);
  }

  total(name: ResourceClass): TimelineView | undefined {
    return this.kept.total.get(name);
  }

  /** The available amount of each given class throughout a window. It may be negative. */
  room(classes: Iterable<ResourceClass>, window: TimeWindow): ResourceAmounts {
    const room: Record<ResourceClass, number> = {};
    for (const name of classes) room[name] = this.leastValue(name, window);
    return room;
  }

  fits(amounts: ResourceAmounts, window: TimeWindow): boolean {
    for (const name in amounts) {
      if (this.leastValue(name, window) < amounts[name]) return false;
    }
    return true;
  }

  figuresAt(name: ResourceClass, at: Instant): Figures {
    const total = this.kept.total.get(name)?.valueAt(at) ?? 0;
    const allocated = this.kept.allocated.get(name)?.valueAt(at) ?? 0;
    const available = this.kept.available.get(name)?.valueAt(at) ?? 0;
    return { total, allocated, available, reserved: total - allocated - available };
  }

  /** A copy of one class's timelines within a window. Later changes don't affect it. */
  cut(name: ResourceClass, window: TimeWindow): CapacityTimelines {
    const cut = new CapacityTimelines();
    for (const kept of KEPT) {
      const timeline = this.kept[kept].get(name);
      if (timeline) cut.kept[kept].set(name, timeline.cut(window));
    }
    return cut;
  }

  /** Removes past changes; see `Timeline.forgetBefore`. */
  forgetBefore(instant: Instant): void {
    for (const timelines of Object.values(this.kept)) {
      for (const timeline of timelines.values()) timeline.forgetBefore(instant);
    }
  }

  /** Instants stored over all timelines. Memory grows with this number. */
  get size(): number {
    let size = 0;
    for (const timelines of Object.values(this.kept)) {
      for (const timeline of timelines.values()) size += timeline.size;
    }
    return size;
  }

  private ownTimeline(kept: Kept, name: ResourceClass): Timeline {
    let timeline = this.kept[kept].get(name);
    if (!timeline) {
      timeline = new Timeline();
      this.kept[kept].set(name, timeline);
    }
    return timeline;
  }
}

interface Effect {
  readonly kept: Kept;
  readonly sign: 1 | -1;
}

const EFFECTS: Readonly<Record<Movement, readonly Effect[]>> = {
  total: [
    { kept: 'total', sign: 1 },
    { kept: 'available', sign: 1 },
  ],
  reserved: [{ kept: 'available', sign: -1 }],
  allocated: [
    { kept: 'allocated', sign: 1 },
    { kept: 'available', sign: -1 },
  ],
};

/** Which kept figures an entry changes, and with which sign. */
export function effectsOf(moves: Movement): readonly Effect[] {
  return EFFECTS[moves];
}
