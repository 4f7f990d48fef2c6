import type { Instant } from './time-window.js';

/** The only source of time. It is injected, so that a test advances time instead of sleeping. */
export abstract class Clock {
  /** The current instant in whole seconds. */
  abstract now(): Instant;
}

export class SystemClock extends Clock {
  /** Compared with the process's own count of time, which goes on evenly whatever the machine's clock is set to. */
  private limit = Infinity;

  now(): Instant {
    return Math.floor(Math.min(Date.now() / 1000, this.limit + counted()));
  }

  /** From now on it is not later than this instant and the time that has passed since. */
  limitTo(latest: Instant): void {
    this.limit = latest - counted();
  }
}

/** Seconds since the process started. */
function counted(): number {
  return performance.now() / 1000;
}
