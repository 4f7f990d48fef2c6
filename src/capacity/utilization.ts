import type { CapacityView, Kept } from '../allocation/fold/capacity-timelines.js';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import { byReportingOrder, type ResourceAmounts, type ResourceClass } from '../kernel/resource-amounts.js';
import type { Step } from '../allocation/timeline/timeline.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { AddressLimit } from './address-limit.js';
import { EarliestChanges } from './earliest-changes.js';
import type { AddressParts } from './limited-addresses.js';

/** The figure of a query; `usage` is the amounts of instances. */
export type Metric = 'total' | 'reserved' | 'available' | 'usage';

/** Amounts in force from an instant until the next row. */
export interface UtilizationRow {
  readonly at: Instant;
  readonly count: number;
  readonly capacity: ResourceAmounts;
}

/** The first rows of a sum, and where the rest begins. */
export interface UtilizationRows {
  readonly rows: readonly UtilizationRow[];
  /** Absent: there are no more. */
  readonly omittedFrom?: Instant;
}

interface Change {
  count: number;
  /** A row of its own, even if its amounts equal those of the row before. */
  isShown: boolean;
  readonly amounts: Map<ResourceClass, number>;
}

type Sign = 1 | -1;

/** The signs with which the kept timelines add up to a metric; `reserved` is the remainder. */
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

/** The sign of an entry in a metric. */
const SIGNS: Readonly<Record<Metric, Readonly<Partial<Record<LedgerEntry['moves'], Sign>>>>> = {
  total: { total: 1 },
  usage: { allocated: 1 },
  reserved: { reserved: 1 },
  available: { total: 1, reserved: -1, allocated: -1 },
};

/**
 * Addresses that a zone could take from the shared ranges. They are collected like a class of their own and become
 * addresses in the rows, so that they are counted once.
 */
const SHARED_ADDRESSES = 'addresses of shared ranges';
/** Those of them that count in the sum with the sign -1. */
const SHARED_ADDRESSES_LESS = 'addresses of shared ranges, to be subtracted';

/** Instants that are added or read without a pause. */
const AT_ONCE = 2_000;

/** Rows of an answer: some 5 MB. Without a maximum, a query over a large zone could take all the memory of the process. */
export const MAX_UTILIZATION_ROWS = 50_000;

/**
 * Collects changes of a metric within a window, and returns the amounts after each. Only the first ones are kept, as
 * many as an answer needs: the window then ends earlier.
 */
export class Utilization {
  private readonly changes: EarliestChanges<Change>;
  private readonly classes = new Set<ResourceClass>();
  private sharedAddresses = 0;

  constructor(
    private readonly metric: Metric,
    private readonly window: TimeWindow,
    private readonly mostRows = MAX_UTILIZATION_ROWS,
  ) {
    const none = (): Change => ({ count: 0, isShown: false, amounts: new Map() });
    this.changes = new EarliestChanges(mostRows, none, window.end);
  }

  /** The window in which all changes are kept. */
  get complete(): TimeWindow {
    return { start: this.window.start, end: this.changes.cutAt };
  }

  /** Begins a row at each of these instants, even if its amounts equal those of the row before. */
  beginRows(instants: Iterable<Instant>): void {
    for (const instant of instants) {
      const change = this.changes.at(instant);
      if (change) change.isShown = true;
    }
  }

  addClass(name: ResourceClass): void {
    this.classes.add(name);
  }

  /** @param only the class to add; absent: all */
  addTimelines(timelines: CapacityView, factor: Sign = 1, only?: ResourceClass): void {
    for (const [kept, sign] of PARTS[this.metric]) {
      for (const name of only === undefined ? timelines.keptClasses(kept) : [only]) {
        this.addSteps(name, timelines.timeline(kept, name)?.steps(this.complete) ?? [], sign * factor);
      }
    }
  }

  addSteps(name: ResourceClass, steps: Iterable<Step>, factor = 1): void {
    let before = 0;
    for (const { at, value } of steps) {
      if (at >= this.changes.cutAt) return;
      this.add(at, name, (value - before) * factor);
      before = value;
    }
  }

  /** Adds an entry, or removes it from figures that contain it with `sign` -1. */
  addEntry(entry: LedgerEntry, sign: Sign): void {
    const factor = (SIGNS[this.metric][entry.moves] ?? 0) * sign;
    const from = Math.max(entry.window.start, this.window.start);
    if (factor === 0 || from >= entry.window.end) return;
    for (const name in entry.amounts) {
      this.add(from, name, entry.amounts[name] * factor);
      this.add(entry.window.end, name, -entry.amounts[name] * factor);
    }
  }

  addCollection(window: TimeWindow): void {
    const from = Math.max(window.start, this.window.start);
    if (from >= window.end) return;
    this.count(from, 1);
    this.count(window.end, -1);
  }

  /** Pauses between some thousand instants. */
  *addAll(other: Utilization): Generator<void, void> {
    for (const name of other.classes) this.classes.add(name);
    this.changes.cut(other.changes.cutAt);
    let added = 0;
    for (const [at, { count, isShown, amounts }] of other.changes.all) {
      if (++added % AT_ONCE === 0) yield;
      this.count(at, count);
      if (isShown) this.beginRows([at]);
      for (const [name, delta] of amounts) this.add(at, name, delta);
    }
  }

  /** Limits the amounts of each instant to those of another sum. A negative limit counts as zero. */
  limitTo(other: Utilization): void {
    this.changes.cut(other.changes.cutAt);
    const instants = [...new Set([...this.changes.all.keys(), ...other.changes.all.keys()])].sort(
      (a, b) => a - b,
    );
    for (const name of this.classes) {
      let [amount, most, before] = [0, 0, 0];
      for (const at of instants) {
        amount += this.changes.all.get(at)?.amounts.get(name) ?? 0;
        most += other.changes.all.get(at)?.amounts.get(name) ?? 0;
        const limited = Math.min(amount, Math.max(0, most));
        this.set(at, name, limited - before);
        before = limited;
      }
    }
  }

  /** Limits the addresses of each instant. A row begins where the limit requires it. */
  limitAddresses(limit: AddressLimit): void {
    const instants = new Set([...this.changes.all.keys(), ...limit.instants()]);
    let amount = 0;
    let before: AddressParts = { own: 0, shared: 0 };
    for (const at of [...instants].sort((a, b) => a - b)) {
      amount += this.changes.all.get(at)?.amounts.get('addresses') ?? 0;
      const { parts, isNew } = limit.next(at, amount);
      this.set(at, 'addresses', parts.own - before.own);
      this.set(at, SHARED_ADDRESSES, parts.shared - before.shared);
      if (isNew) this.beginRows([at]);
      before = parts;
    }
  }

  /** Replaces the addresses by the difference of those of two sums. */
  setAddresses(plus: Utilization, minus: Utilization): void {
    for (const { amounts } of this.changes.all.values()) amounts.delete('addresses');
    for (const [sum, sign, shared] of [
      [plus, 1, SHARED_ADDRESSES],
      [minus, -1, SHARED_ADDRESSES_LESS],
    ] as const) {
      this.changes.cut(sum.changes.cutAt);
      for (const [at, { amounts }] of sum.changes.all) {
        this.add(at, 'addresses', (amounts.get('addresses') ?? 0) * sign);
        this.add(at, shared, amounts.get(SHARED_ADDRESSES) ?? 0);
      }
    }
  }

  /** Whether the rows depend on the number of addresses in the shared ranges. */
  get wantsSharedAddresses(): boolean {
    for (const { amounts } of this.changes.all.values())
      if (amounts.has(SHARED_ADDRESSES) || amounts.has(SHARED_ADDRESSES_LESS)) return true;
    return false;
  }

  /** Adds the number of addresses in the shared ranges. */
  shareAddresses(count: number): void {
    this.sharedAddresses = count;
  }

  /** One row per instant with a change. Pauses between some thousand instants. */
  *rows(): Generator<void, UtilizationRows> {
    const classes = [...this.classes].sort(byReportingOrder);
    const amounts = new Map<ResourceClass, number>();
    let before: UtilizationRow = { at: -Infinity, count: 0, capacity: this.shown(classes, amounts) };
    const rows: UtilizationRow[] = [];
    let read = 0;
    for (const [at, change] of this.changes.inOrder()) {
      if (++read % AT_ONCE === 0) yield;
      for (const [name, delta] of change.amounts) amounts.set(name, (amounts.get(name) ?? 0) + delta);
      const row = { at, count: before.count + change.count, capacity: this.shown(classes, amounts) };
      if (change.isShown || change.count !== 0 || isOther(row, before)) {
        if (rows.length === this.mostRows) return { rows, omittedFrom: at };
        rows.push(row);
      }
      before = row;
    }
    const { end } = this.complete;
    return { rows, omittedFrom: end < this.window.end ? end : undefined };
  }

  private shown(
    classes: readonly ResourceClass[],
    amounts: ReadonlyMap<ResourceClass, number>,
  ): ResourceAmounts {
    const [shared, less] = [SHARED_ADDRESSES, SHARED_ADDRESSES_LESS].map((name) =>
      Math.min(this.sharedAddresses, amounts.get(name) ?? 0),
    );
    const capacity: Record<ResourceClass, number> = {};
    for (const name of classes)
      capacity[name] = (amounts.get(name) ?? 0) + (name === 'addresses' ? shared - less : 0);
    return capacity;
  }

  private add(at: Instant, name: ResourceClass, delta: number): void {
    if (delta === 0) return;
    if (name !== SHARED_ADDRESSES && name !== SHARED_ADDRESSES_LESS) this.classes.add(name);
    const amounts = this.changes.at(at)?.amounts;
    amounts?.set(name, (amounts.get(name) ?? 0) + delta);
  }

  private count(at: Instant, by: number): void {
    const change = this.changes.at(at);
    if (change) change.count += by;
  }

  private set(at: Instant, name: ResourceClass, delta: number): void {
    if (delta === 0) this.changes.all.get(at)?.amounts.delete(name);
    else this.changes.at(at)?.amounts.set(name, delta);
  }
}

/** Whether the amount of a class differs. */
function isOther({ capacity }: UtilizationRow, before: UtilizationRow): boolean {
  for (const name in capacity) if (capacity[name] !== before.capacity[name]) return true;
  return false;
}
