import { Clock } from '../../src/kernel/clock.js';
import type { Instant } from '../../src/kernel/time-window.js';

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  constructor(public instant: Instant = Date.parse('2030-01-01T00:00:00Z') / 1000) {
    super();
  }

  now(): Instant {
    return this.instant;
  }

  advance(seconds: number): void {
    this.instant += seconds;
  }
}
