import type { Instant } from '../kernel/time-window.js';

/** Changes of a sum, by instant. Only the earliest are kept, so time and memory don't grow with the number of parts of the sum. */
export class EarliestChanges<T> {
  private readonly changes = new Map<Instant, T>();
  private end: Instant = Infinity;

  /**
   * @param kept instants that are kept when others are dropped
   * @param none the change of an instant before anything is added to it
   */
  constructor(
    private readonly kept: number,
    private readonly none: () => T,
  ) {}

  /** From then on changes are unknown, or have been dropped; `Infinity`: none is. */
  get cutAt(): Instant {
    return this.end;
  }

  cut(at: Instant): void {
    this.end = Math.min(this.end, at);
  }

  /** The change at an instant, to be added to; undefined from the cut on. */
  at(instant: Instant): T | undefined {
    if (instant >= this.end) return undefined;
    const known = this.changes.get(instant);
    if (known !== undefined) return known;
    // The more are kept beyond the rows, the more seldom they are sorted.
    if (this.changes.size >= 2 * this.kept) {
      this.dropLatest();
      return this.at(instant);
    }
    const change = this.none();
    this.changes.set(instant, change);
    return change;
  }

  /** Those before the cut, in the order of time. */
  inOrder(): (readonly [Instant, T])[] {
    return [...this.changes].filter(([at]) => at < this.end).sort(([a], [b]) => a - b);
  }

  private dropLatest(): void {
    const instants = Float64Array.from(this.changes.keys()).sort();
    this.cut(instants[this.kept]);
    for (const at of instants.subarray(this.kept)) this.changes.delete(at);
  }
}
