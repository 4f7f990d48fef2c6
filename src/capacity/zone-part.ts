import type { AddressView } from '../allocation/addresses/address-book.js';
import type { CapacityView } from '../allocation/fold/capacity-timelines.js';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { AddressLimit } from './address-limit.js';
import { Utilization, type Metric } from './utilization.js';

/** Collects a metric in one zone. Collections that are left out of its figures are left out of its limits too. */
export class ZonePart {
  readonly figures: Utilization;
  private limit?: AddressLimit;
  private bound?: Utilization;
  /** The limited total and what is available of it, if `reserved` is what the second leaves of the first. */
  private difference?: readonly [total: ZonePart, available: ZonePart];
  private mayHaveNewRanges = false;

  constructor(
    private readonly metric: Metric,
    private readonly window: TimeWindow,
  ) {
    this.figures = new Utilization(metric, window);
  }

  /**
   * Limits addresses to those that exist at an instant, and the available ones to those that are free. The reserved ones
   * are the difference: a reservation in conflict holds no amounts, but keeps its addresses.
   *
   * @param fill adds the addresses of the zone to a sum
   * @param leftOut the providers that it leaves out
   */
  limitTo(addresses: AddressView, fill: (sum: Utilization) => void, leftOut: readonly CapacityView[]): void {
    if (this.metric === 'reserved') {
      const limited = (metric: Metric): ZonePart => {
        const part = new ZonePart(metric, this.window);
        fill(part.figures);
        part.limitTo(addresses, fill, leftOut);
        return part;
      };
      this.difference = [limited('total'), limited('available')];
    } else {
      this.limit = new AddressLimit(addresses, this.figures.complete, this.metric === 'available');
      for (const provider of leftOut) this.limit.leaveOut(provider);
    }
  }

  /** Limits the figures to another sum. */
  boundBy(bound: Utilization): void {
    this.bound = bound;
  }

  /** Notes an entry after the requested head. Ranges come with an increase. */
  noteNewer({ moves }: LedgerEntry): void {
    this.mayHaveNewRanges ||= moves === 'total';
  }

  /** Whether the limits may be newer than the figures. */
  get isOutdated(): boolean {
    return (this.limit ?? this.difference) !== undefined && this.mayHaveNewRanges;
  }

  /** Adds an entry, or removes it with `sign` -1. */
  addEntry(entry: LedgerEntry, sign: 1 | -1): void {
    this.figures.addEntry(entry, sign);
    this.limit?.addEntry(entry, sign);
    for (const part of this.difference ?? []) part.addEntry(entry, sign);
  }

  /** Call it after all entries are added. */
  limited(): Utilization {
    if (this.bound) this.figures.limitTo(this.bound);
    if (this.limit) this.figures.limitAddresses(this.limit);
    if (this.difference) {
      const [total, available] = this.difference;
      this.figures.setAddresses(total.limited(), available.limited());
    }
    return this.figures;
  }
}
