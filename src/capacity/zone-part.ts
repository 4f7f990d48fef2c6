import type { AddressView } from '../allocation/addresses/address-book.js';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { AddressLimit } from './address-limit.js';
import { Utilization, type Metric } from './utilization.js';

/** Collects a metric in one zone. Collections that are left out of its figures are left out of its limits too. */
export class ZonePart {
  readonly figures: Utilization;
  private limit?: AddressLimit;
  private bound?: Utilization;
  private mayHaveNewRanges = false;

  constructor(
    private readonly metric: Metric,
    private readonly window: TimeWindow,
  ) {
    this.figures = new Utilization(metric, window);
  }

  /** Limits addresses to those that exist at an instant, and the available ones to those that are free. */
  limitTo(addresses: AddressView): void {
    this.limit = new AddressLimit(addresses, this.window, this.metric === 'available');
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
    return this.limit !== undefined && this.mayHaveNewRanges;
  }

  /** Adds an entry, or removes it with `sign` -1. */
  addEntry(entry: LedgerEntry, sign: 1 | -1): void {
    this.figures.addEntry(entry, sign);
    this.limit?.addEntry(entry, sign);
  }

  /** Call it after all entries are added. */
  limited(): Utilization {
    if (this.bound) this.figures.limitTo(this.bound);
    if (this.limit) this.figures.limitAddresses(this.limit);
    return this.figures;
  }
}
