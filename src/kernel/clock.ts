import type { Instant } from './time-window.js';

/** The only source of time. It is injected, so that a test advances time instead of sleeping. */
export abstract class Clock {
  /** The current instant in whole seconds. */
  abstract now(): Instant;
}

export class SystemClock extends Clock {
  now(): Instant {
    return Math.floor(Date.now() / 1000);
  }
}
