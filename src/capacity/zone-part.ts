import type { AddressView } from '../allocation/address-book.js';
import type { LedgerEntry } from '../allocation/ledger-entry.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { AddressLimit } from './address-limit.js';
import { Utilization, type Metric } from './utilization.js';

/** How a metric goes in one zone, as it is gathered. What is left out of its figures is left out of what limits them, too. */
export class ZonePart {
  readonly figures: Utilization;
  private limit?: AddressLimit;
  private mayHaveNewRanges = false;

  constructor(
    private readonly metric: Metric,
    private readonly window: TimeWindow,
  ) {
    this.figures = new Utilization(metric, window);
  }

  /** From here on no more addresses are shown at an instant than there are, and of what is available none that is held. */
  limitTo(addresses: AddressView): void {
    this.limit = new AddressLimit(addresses, this.window, this.metric === 'available');
  }

  /** Notes an entry that is newer than what is asked for. Ranges come with an increase. */
  noteNewer({ moves }: LedgerEntry): void {
    this.mayHaveNewRanges ||= moves === 'total';
  }

  /** Whether what limits the figures may be newer than they are. */
  get isOutdated(): boolean {
    return this.limit !== undefined && this.mayHaveNewRanges;
  }

  /** Adds an entry, or leaves it out with `sign` -1. */
  addEntry(entry: LedgerEntry, sign: 1 | -1): void {
    this.figures.addEntry(entry, sign);
    this.limit?.addEntry(entry, sign);
  }

  /** To be called once everything is added. */
  limited(): Utilization {
    if (this.limit) this.figures.limitAddresses(this.limit);
    return this.figures;
  }
}
