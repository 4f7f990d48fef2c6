import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../kernel/domain-error.js';
import { isConnectionLoss } from './constraints.js';
import type { Transactions } from './transactions.js';

const TIMEOUT_MS = 30_000;
const MAX_BACKOFF_MS = 1_000;

/**
 * Runs work in a transaction, and retries with exponential backoff while the database can't be reached.
 *
 * @throws DomainError `outcome-unknown` after TIMEOUT_MS
 */
export async function whenReachable<T>(
  transactions: Transactions,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (let wait = 50; ; wait = Math.min(wait * 2, MAX_BACKOFF_MS)) {
    try {
      return await transactions.run(work);
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      if (Date.now() > deadline) throw outcomeUnknown(error);
      await pause(wait);
    }
  }
}

function outcomeUnknown(cause: unknown): DomainError {
  const text = 'the database went away while this was being stored; whether it was is not known yet';
  return new DomainError('unavailable', 'outcome-unknown', text, { retryAfter: 5, cause });
}
