import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../kernel/domain-error.js';

const TIMEOUT_MS = 30_000;
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 1_000;

/** The connection was lost during a commit: the database may have stored it, may store it yet, or has not. */
export function outcomeUnknown(cause: unknown): DomainError {
  const text = 'the database went away while this was being stored; whether it was is not known yet';
  return new DomainError('unavailable', 'outcome-unknown', text, { retryAfter: 5, cause });
}

/** Paces the attempts to find out whether a commit was stored: exponential backoff, within TIMEOUT_MS. */
export class OutcomeSearch {
  private readonly deadline = performance.now() + TIMEOUT_MS;
  private backoff = MIN_BACKOFF_MS;

  /**
   * Waits before the next attempt.
   *
   * @param error why the last one failed
   * @throws DomainError `outcome-unknown` when the time is over
   */
  async pause(error: unknown): Promise<void> {
    if (performance.now() > this.deadline) throw outcomeUnknown(error);
    await pause(this.backoff);
    this.backoff = Math.min(this.backoff * 2, MAX_BACKOFF_MS);
  }
}
