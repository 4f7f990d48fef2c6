import type { Instant } from '../kernel/time-window.js';

export interface ZoneOverview {
  readonly zoneId: string;
  readonly createdAt: Instant;
  /** When its figures last changed. */
  readonly changedAt: Instant;
  /** Number of providers, without retired ones. */
  readonly providers: number;
}
