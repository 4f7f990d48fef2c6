import type { Instant } from './time-window.js';

/** The only source of time. It is injected, so that a test advances time instead of sleeping. */
export abstract class Clock {
  /** The current instant in whole seconds. */
  abstract now(): Instant;
}

export class SystemClock extends Clock {
  /** Compared with the process's own count of time, which goes on evenly whatever the machine's clock is set to. */
  private limit?: number;

  now(): Instant {
    return Math.floor(Math.min(Date.now() / 1000, (this.limit ?? Infinity) + counted()));
  }

  /**
   * From now on it is not later than this instant and the time that has passed since. A limit is never lowered: when a
   * database's clock goes back, that one is wrong.
   */
  limitTo(latest: Instant): void {
    this.limit = Math.max(this.limit ?? -Infinity, latest - counted());
  }
}

/** Seconds since the process started. */
function counted(): number {
  return performance.now() / 1000;
}
