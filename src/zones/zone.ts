import type { Instant } from '../kernel/time-window.js';

export interface ZoneOverview {
  readonly zoneId: string;
  readonly createdAt: Instant;
  /** When its figures last changed. */
  readonly changedAt: Instant;
  /** How many providers serve it. */
  readonly providers: number;
}
