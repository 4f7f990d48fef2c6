import type { ResourceAmounts, ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { LedgerEntry, Movement } from './ledger-entry.js';
import { Timeline, type Step, type TimelineView } from './timeline.js';

/** The four figures of a class at an instant: total = available + reserved + allocated. */
export interface Figures {
  readonly total: number;
  readonly reserved: number;
  readonly allocated: number;
  readonly available: number;
}

/** `reserved` is not kept: it is what the other three leave, so the identity holds by construction. */
export type Kept = 'total' | 'allocated' | 'available';

type KeptTimelines = Readonly<Record<Kept, Map<ResourceClass, Timeline>>>;

export const KEPT: readonly Kept[] = ['total', 'allocated', 'available'];

/** Capacity timelines for reading: a reader of a fold gets these, which have no mutators. */
export type CapacityView = Readonly<
  Pick<
    CapacityTimelines,
    | 'keptClasses'
    | 'timeline'
    | 'leastAvailable'
    | 'available'
    | 'total'
    | 'room'
    | 'fits'
    | 'figuresAt'
    | 'cut'
    | 'size'
  >
>;

/**
 * The timelines of one provider, or of a whole zone: per class, what there is, what is used and what is free. An object that
 * applies entries to them must be their only owner; everything else reads a `CapacityView`.
 */
export class CapacityTimelines {
  constructor(
    private readonly kept: KeptTimelines = { total: new Map(), allocated: new Map(), available: new Map() },
  ) {}

  /** The classes that have a timeline of this figure. */
  keptClasses(kept: Kept): Iterable<ResourceClass> {
    return this.kept[kept].keys();
  }

  /** One figure of a class over time; undefined where it has always been 0. */
  timeline(kept: Kept, name: ResourceClass): TimelineView | undefined {
    return this.kept[kept].get(name);
  }

  /** Adds an entry, or takes it back with `sign` -1. */
  apply(entry: Pick<LedgerEntry, 'moves' | 'window' | 'amounts'>, sign: 1 | -1 = 1): void {
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

  private leastValue(name: ResourceClass, window: TimeWindow): number {
    return this.kept.available.get(name)?.leastValue(window) ?? 0;
  }

  available(name: ResourceClass): TimelineView | undefined {
    return this.kept.available.get(name);
  }

  total(name: ResourceClass): TimelineView | undefined {
    return this.kept.total.get(name);
  }

  /** What is free of each of the given classes throughout a window; a negative figure counts as it is. */
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

  /** Those of one class as they are within a window; they stay so when these change. */
  cut(name: ResourceClass, window: TimeWindow): CapacityTimelines {
    const cut = new CapacityTimelines();
    for (const kept of KEPT) {
      const timeline = this.kept[kept].get(name);
      if (timeline) cut.kept[kept].set(name, timeline.cut(window));
    }
    return cut;
  }

  /** Lets go of the changes that lie in the past. */
  forgetBefore(instant: Instant): void {
    for (const timelines of Object.values(this.kept)) {
      for (const timeline of timelines.values()) timeline.forgetBefore(instant);
    }
  }

  /** The number of instants held, over all timelines: what the memory grows with. */
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
