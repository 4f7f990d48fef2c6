import type { Instant } from '../kernel/time-window.js';

/** Changes of a sum, by instant. Only the earliest are kept, so time and memory don't grow with the number of parts of the sum. */
export class EarliestChanges<T> {
  private readonly changes = new Map<Instant, T>();

  /**
   * @param kept instants that are kept when others are dropped
   * @param none the change of an instant before anything is added to it
   */
  constructor(
    private readonly kept: number,
    private readonly none: () => T,
    private end: Instant = Infinity,
  ) {}

  /** From then on changes are unknown, or have been dropped; `Infinity`: none is. */
  get cutAt(): Instant {
    return this.end;
  }

  /** Drops the changes from then on: they don't affect the sum before it. */
  cut(at: Instant): void {
    if (at >= this.end) return;
    this.end = at;
    for (const instant of this.changes.keys()) if (instant >= at) this.changes.delete(instant);
  }

  /** The change at an instant, to be added to; undefined from the cut on. */
  at(instant: Instant): T | undefined {
    if (instant >= this.end) return undefined;
    const known = this.changes.get(instant);
    if (known !== undefined) return known;
    // The more are kept beyond the rows, the more seldom they are sorted.
    if (this.changes.size >= 2 * this.kept) {
      this.cut(Float64Array.from(this.changes.keys()).sort()[this.kept]);
      return this.at(instant);
    }
    const change = this.none();
    this.changes.set(instant, change);
    return change;
  }

  /** Those that are kept, in no order. */
  get all(): ReadonlyMap<Instant, T> {
    return this.changes;
  }

  inOrder(): [Instant, T][] {
    return [...this.changes].sort(([a], [b]) => a - b);
  }
}
