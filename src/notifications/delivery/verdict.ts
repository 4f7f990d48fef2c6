import type { Instant } from '../../kernel/time-window.js';
import type { AttemptResult } from './delivery.js';
import type { Settlement, Turn } from './lane.js';

/** The receiver wants no more notifications. */
export const GONE = 410;

/** Random extra pause, as a fraction: spreads the retries of lanes that failed together. */
const JITTER = 0.2;

export interface Schedule {
  /** The pause after each failed attempt, in seconds. The last one is repeated if a lane has failed more often. */
  readonly pauses: readonly number[];
  readonly now: Instant;
  /** From 0 to 1. */
  readonly chance: number;
  /** Whether there may be another turn of the lane right after this one. */
  readonly mayGoOn: boolean;
}

/** Decides the state of a notification and its lane after an attempt. */
export function verdict(turn: Turn, result: AttemptResult, schedule: Schedule): Settlement {
  const { now, mayGoOn } = schedule;
  const base = { turn, result, at: now };
  if (result.outcome === 'delivered')
    return { ...base, state: 'delivered', failures: 0, goesOn: mayGoOn, pause: 0 };
  if (result.outcome === 'aborted') return { ...base, failures: turn.failures, goesOn: false, pause: 0 };
  if (result.status === GONE) return { ...base, state: 'dead', failures: 0, goesOn: false, pause: 0 };
  const failures = turn.failures + 1;
  const wanted = Math.max(0, (result.notBefore ?? now) - now);
  // The next notification of the lane goes to the same receiver.
  if (isGivenUp(turn, failures, schedule))
    return { ...base, state: 'dead', failures: 0, goesOn: mayGoOn && wanted === 0, pause: wanted };
  const pause = Math.max(pauseAfter(failures, schedule), wanted);
  return { ...base, failures, goesOn: false, pause };
}

/**
 * The lane's failures set the backoff. A notification that reached the front late still gets all its attempts, and one
 * that is sent again on request gets all of them once more. Where a newer one replaces it, they count together: none might ever
 * get all of its own.
 */
function isGivenUp({ attempt, newestOnly }: Turn, failures: number, { pauses }: Schedule): boolean {
  return failures > pauses.length && (newestOnly || attempt > pauses.length);
}

function pauseAfter(failures: number, { pauses, chance }: Schedule): number {
  const pause = pauses[Math.min(failures, pauses.length) - 1];
  return Math.ceil(pause * (1 + JITTER * chance));
}
