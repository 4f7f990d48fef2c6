const FIRST_MS = 10_000;
const MAX_MS = 60_000;

/**
 * Spaces out the refreshes of a page whose data keep changing: the interval doubles with each refresh, up to a minute, and is
 * short again after a look without a change. A page that is left open under load then costs the service little.
 */
export class Pace {
  private interval = 0;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private isPending = false;

  /** Whether to refresh now. A change that comes too early is remembered. */
  isDue(hasChanged: boolean, now: number): boolean {
    if (!hasChanged && !this.isPending) this.interval = 0;
    this.isPending ||= hasChanged;
    if (!this.isPending || now - this.refreshedAt < this.interval) return false;
    this.isPending = false;
    this.refreshedAt = now;
    this.interval = Math.min(MAX_MS, Math.max(FIRST_MS, this.interval * 2));
    return true;
  }
}
