import type { CapacityView, Kept } from '../allocation/capacity-timelines.js';
import type { LedgerEntry } from '../allocation/ledger-entry.js';
import { byReportingOrder, type ResourceAmounts, type ResourceClass } from '../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';

/** The figure a query is about; `usage` is what instances use. */
export type Metric = 'total' | 'reserved' | 'available' | 'usage';

/** What is in force from an instant on, until the next row. */
export interface UtilizationRow {
  readonly at: Instant;
  readonly count: number;
  readonly capacity: ResourceAmounts;
}

interface Change {
  count: number;
  readonly amounts: Map<ResourceClass, number>;
}

type Sign = 1 | -1;

/** How a metric is summed from the timelines that are kept: what is reserved is what the others leave. */
const PARTS: Readonly<Record<Metric, readonly (readonly [Kept, Sign])[]>> = {
  total: [['total', 1]],
  usage: [['allocated', 1]],
  available: [['available', 1]],
  reserved: [
    ['total', 1],
    ['allocated', -1],
    ['available', -1],
  ],
};

/** How an entry counts in a metric. */
const SIGNS: Readonly<Record<Metric, Readonly<Partial<Record<LedgerEntry['moves'], Sign>>>>> = {
  total: { total: 1 },
  usage: { allocated: 1 },
  reserved: { reserved: 1 },
  available: { total: 1, reserved: -1, allocated: -1 },
};

/** Gathers changes of a metric within a window and tells what is in force after each. */
export class Utilization {
  private readonly changes = new Map<Instant, Change>();
  private readonly classes = new Set<ResourceClass>();

  constructor(
    private readonly metric: Metric,
    private readonly window: TimeWindow,
  ) {
    if (window.start > 0) this.at(window.start);
  }

  addClass(name: ResourceClass): void {
    this.classes.add(name);
  }

  addTimelines(timelines: CapacityView, factor: Sign = 1): void {
    for (const [kept, sign] of PARTS[this.metric]) {
      for (const name of timelines.keptClasses(kept)) {
        let before = 0;
        for (const { at, value } of timelines.timeline(kept, name)?.steps(this.window) ?? []) {
          this.add(at, name, (value - before) * sign * factor);
          before = value;
        }
      }
    }
  }

  /** Adds an entry, or leaves it out of figures that hold it with `sign` -1. */
  addEntry(entry: LedgerEntry, sign: Sign): void {
    const factor = (SIGNS[this.metric][entry.moves] ?? 0) * sign;
    const from = Math.max(entry.window.start, this.window.start);
    if (factor === 0 || from >= Math.min(entry.window.end, this.window.end)) return;
    for (const name in entry.amounts) {
      this.add(from, name, entry.amounts[name] * factor);
      if (entry.window.end < this.window.end) this.add(entry.window.end, name, -entry.amounts[name] * factor);
    }
  }

  addCollection(window: TimeWindow): void {
    const from = Math.max(window.start, this.window.start);
    if (from >= Math.min(window.end, this.window.end)) return;
    this.at(from).count += 1;
    if (window.end < this.window.end) this.at(window.end).count -= 1;
  }

  addAll(other: Utilization): void {
    for (const name of other.classes) this.classes.add(name);
    for (const [at, { count, amounts }] of other.changes) {
      this.at(at).count += count;
      for (const [name, delta] of amounts) this.add(at, name, delta);
    }
  }

  /** One row per instant at which something changes, the first one at the start of the window. */
  rows(): UtilizationRow[] {
    const classes = [...this.classes].sort(byReportingOrder);
    const capacity: Record<ResourceClass, number> = Object.fromEntries(classes.map((name) => [name, 0]));
    let count = 0;
    return [...this.changes]
      .filter(([at, change]) => at < FOREVER && (at === this.window.start || isChange(change)))
      .sort(([a], [b]) => a - b)
      .map(([at, change]) => {
        count += change.count;
        for (const [name, delta] of change.amounts) capacity[name] += delta;
        return { at, count, capacity: { ...capacity } };
      });
  }

  private add(at: Instant, name: ResourceClass, delta: number): void {
    if (delta === 0) return;
    this.classes.add(name);
    const { amounts } = this.at(at);
    amounts.set(name, (amounts.get(name) ?? 0) + delta);
  }

  private at(instant: Instant): Change {
    let change = this.changes.get(instant);
    if (!change) {
      change = { count: 0, amounts: new Map() };
      this.changes.set(instant, change);
    }
    return change;
  }
}

function isChange({ count, amounts }: Change): boolean {
  return count !== 0 || [...amounts.values()].some((delta) => delta !== 0);
}
