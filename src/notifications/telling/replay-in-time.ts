import type { Instant } from '../../kernel/time-window.js';
import type { WatchedCapacity, WatchedCommit } from './watched-capacity.js';

/** PostgreSQL ends a transaction that is idle for three seconds, and the notifications are still to be stored. */
const MAX_REPLAY_MS = 1_000;

/**
 * Applies commits in order, one per part, until the capacity has enough for the round or the time is over; at least one.
 *
 * @param heads zone → the last entry that was evaluated; moved on
 * @param now commits recorded later, by another clock, count as of this instant
 * @param milliseconds a clock
 */
export function* replayInTime(
  capacity: Pick<WatchedCapacity, 'apply'>,
  commits: readonly WatchedCommit[],
  heads: Map<string, number>,
  now: Instant,
  milliseconds: () => number = () => performance.now(),
): Generator<void, void> {
  const end = milliseconds() + MAX_REPLAY_MS;
  for (const commit of commits) {
    if (!capacity.apply({ ...commit, recordedAt: Math.min(commit.recordedAt, now) })) return;
    heads.set(commit.zoneId, commit.sequence);
    if (milliseconds() >= end) return;
    yield;
  }
}
