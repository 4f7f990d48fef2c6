import type { Instant } from '../kernel/time-window.js';

/** A range of a zone, and its number of free addresses. */
export interface ZoneRange {
  /** A CIDR. */
  readonly range: string;
  /** Named with an increase of capacity, or taken from the configured ranges when the zone was extended. */
  readonly origin: 'named' | 'configured';
  /** Number of addresses usable by reservations. */
  readonly addresses: number;
  readonly freeNow: number;
  /** Held by no reservation, now or later. */
  readonly freeFromNowOn: number;
  readonly createdAt: Instant;
}
