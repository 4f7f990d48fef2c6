import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../kernel/domain-error.js';
import { isConnectionLoss } from './constraints.js';
import type { Transactions } from './transactions.js';

const PATIENCE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 1_000;

/**
 * Runs work in a transaction as soon as the database can be reached, trying again with growing pauses.
 *
 * @throws DomainError `outcome-unknown` when it stays away longer than a client would wait
 */
export async function whenReachable<T>(
  transactions: Transactions,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (let wait = 50; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MILLISECONDS)) {
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
