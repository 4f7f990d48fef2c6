import type { Instant } from './time-window.js';

/** The one source of time. Injected everywhere, so that a test moves time instead of sleeping. */
export abstract class Clock {
  /** The current instant in whole seconds. */
  abstract now(): Instant;
}

export class SystemClock extends Clock {
  now(): Instant {
    return Math.floor(Date.now() / 1000);
  }
}
