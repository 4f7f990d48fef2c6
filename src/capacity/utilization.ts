import type { CapacityView, Kept } from '../allocation/capacity-timelines.js';
import type { LedgerEntry } from '../allocation/ledger-entry.js';
import { byReportingOrder, type ResourceAmounts, type ResourceClass } from '../kernel/resource-amounts.js';
import type { Step } from '../allocation/timeline.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { AddressLimit } from './address-limit.js';
import type { AddressParts } from './limited-addresses.js';

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
  /** A row of its own, though its amounts may be those of the row before. */
  isShown: boolean;
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

/**
 * Addresses that a zone could only be given of the ranges that all zones share. They are gathered beside the classes, and become
 * addresses when rows are made, so that they are counted once.
 */
const SHARED_ADDRESSES = 'addresses of shared ranges';

/** Gathers changes of a metric within a window and tells what is in force after each. */
export class Utilization {
  private readonly changes = new Map<Instant, Change>();
  private readonly classes = new Set<ResourceClass>();
  private sharedAddresses = 0;

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
        this.addSteps(name, timelines.timeline(kept, name)?.steps(this.window) ?? [], sign * factor);
      }
    }
  }

  addSteps(name: ResourceClass, steps: Iterable<Step>, factor = 1): void {
    let before = 0;
    for (const { at, value } of steps) {
      this.add(at, name, (value - before) * factor);
      before = value;
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
    for (const [at, { count, isShown, amounts }] of other.changes) {
      const change = this.at(at);
      change.count += count;
      change.isShown ||= isShown;
      for (const [name, delta] of amounts) this.add(at, name, delta);
    }
  }

  /** Replaces the addresses by what an instant's amount of them is shown as; a row begins wherever that says so. */
  limitAddresses(limit: AddressLimit): void {
    const instants = new Set([...this.changes.keys(), ...limit.instants()]);
    let amount = 0;
    let before: AddressParts = { own: 0, shared: 0 };
    for (const at of [...instants].sort((a, b) => a - b)) {
      amount += this.changes.get(at)?.amounts.get('addresses') ?? 0;
      const { parts, isNew } = limit.next(at, amount);
      this.set(at, 'addresses', parts.own - before.own);
      this.set(at, SHARED_ADDRESSES, parts.shared - before.shared);
      if (isNew) this.at(at).isShown = true;
      before = parts;
    }
  }

  /** Whether more addresses could be available if zones got them of the ranges they share. */
  get wantsSharedAddresses(): boolean {
    for (const { amounts } of this.changes.values()) if (amounts.has(SHARED_ADDRESSES)) return true;
    return false;
  }

  /** How many addresses there are in the ranges that zones share. */
  shareAddresses(count: number): void {
    this.sharedAddresses = count;
  }

  /** One row per instant at which something changes, the first one at the start of the window. */
  rows(): UtilizationRow[] {
    const classes = [...this.classes].sort(byReportingOrder);
    const amounts = new Map<ResourceClass, number>();
    let before: UtilizationRow = { at: -Infinity, count: 0, capacity: this.shown(classes, amounts) };
    const rows: UtilizationRow[] = [];
    for (const [at, change] of [...this.changes].sort(([a], [b]) => a - b)) {
      for (const [name, delta] of change.amounts) amounts.set(name, (amounts.get(name) ?? 0) + delta);
      const row = { at, count: before.count + change.count, capacity: this.shown(classes, amounts) };
      const isShown = at === this.window.start || change.isShown || change.count !== 0;
      if (at < FOREVER && (isShown || isOther(row, before))) rows.push(row);
      before = row;
    }
    return rows;
  }

  private shown(
    classes: readonly ResourceClass[],
    amounts: ReadonlyMap<ResourceClass, number>,
  ): ResourceAmounts {
    const shared = Math.min(this.sharedAddresses, amounts.get(SHARED_ADDRESSES) ?? 0);
    const capacity: Record<ResourceClass, number> = {};
    for (const name of classes)
      capacity[name] = (amounts.get(name) ?? 0) + (name === 'addresses' ? shared : 0);
    return capacity;
  }

  private add(at: Instant, name: ResourceClass, delta: number): void {
    if (delta === 0) return;
    if (name !== SHARED_ADDRESSES) this.classes.add(name);
    const { amounts } = this.at(at);
    amounts.set(name, (amounts.get(name) ?? 0) + delta);
  }

  private set(at: Instant, name: ResourceClass, delta: number): void {
    if (delta === 0) this.changes.get(at)?.amounts.delete(name);
    else this.at(at).amounts.set(name, delta);
  }

  private at(instant: Instant): Change {
    let change = this.changes.get(instant);
    if (!change) {
      change = { count: 0, isShown: false, amounts: new Map() };
      this.changes.set(instant, change);
    }
    return change;
  }
}

/** Whether another amount of a class is shown. */
function isOther({ capacity }: UtilizationRow, before: UtilizationRow): boolean {
  for (const name in capacity) if (capacity[name] !== before.capacity[name]) return true;
  return false;
}
