import type { Instant } from '../kernel/time-window.js';

export interface ZoneOverview {
  readonly zoneId: string;
  readonly createdAt: Instant;
  /** When its figures last changed. */
  readonly changedAt: Instant;
  /** How many providers serve it; those that are retired do not. */
  readonly providers: number;
}
