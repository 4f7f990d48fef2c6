import type { Instant } from '../../kernel/time-window.js';
import { NO_UNBACKED, type Unbacked } from '../fold/zone-fold.js';
import { isLive, type HeldReservation } from './records.js';

/** Those of some reservations that hold nothing. */
export function unbackedOf(reservations: Iterable<HeldReservation>, now: Instant): Unbacked {
  let { from, wantAddresses } = NO_UNBACKED;
  for (const { record } of reservations) {
    const { status, window, amounts } = record;
    if ((status !== 'waiting' && status !== 'conflict') || !isLive(record, now)) continue;
    from = Math.min(from, window.start);
    // One in conflict keeps its addresses.
    wantAddresses ||= status === 'waiting' && (amounts.addresses ?? 0) > 0;
  }
  return { from, wantAddresses };
}
