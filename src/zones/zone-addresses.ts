import type { Instant } from '../kernel/time-window.js';

/** A range of a zone, and how many of its addresses are free. */
export interface ZoneRange {
  /** A CIDR. */
  readonly range: string;
  /** Named with an increase of capacity, or taken from the configured ranges when the zone ran out. */
  readonly origin: 'named' | 'configured';
  /** How many addresses it has for reservations. */
  readonly addresses: number;
  readonly freeNow: number;
  /** Held by nobody now or later. */
  readonly freeFromNowOn: number;
  readonly createdAt: Instant;
}
