const FIRST_MS = 10_000;
const MAX_MS = 60_000;

/**
 * Spaces out the refreshes of a page whose data keep changing: the interval doubles with each refresh, up to a minute, and is
 * short again after a look without a change. A page that is left open under load then costs the service little. Its refreshes may
 * take answers that were made for other pages; the last one, when the changes have ended, is a fresh one.
 */
export class Pace {
  private interval = 0;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private isPending = false;
  private age = 0;

  /** How old an answer the last refresh that was due may take, in seconds. */
  get acceptedAge(): number {
    return this.age;
  }

  /** Whether to refresh now. A change that comes too early is remembered. */
  isDue(hasChanged: boolean, now: number): boolean {
    if (!hasChanged && !this.isPending) this.interval = 0;
    this.isPending ||= hasChanged;
    if (!this.isPending || now - this.refreshedAt < this.interval) return false;
    this.age = hasChanged && this.interval > FIRST_MS ? this.interval / 2000 : 0;
    // An answer of some age may lack the last changes.
    this.isPending = this.age > 0;
    this.refreshedAt = now;
    this.interval = Math.min(MAX_MS, Math.max(FIRST_MS, this.interval * 2));
    return true;
  }
}
