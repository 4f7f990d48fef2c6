import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isConnectionLoss, isRetryable } from './constraints.js';
import { outcomeUnknown } from './unknown-outcome.js';

const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 5;

/** Opens transactions. Functions that take part in one get it as their first argument, `tx`. */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in a transaction and commits it. On a serialization failure or deadlock it retries the whole of `work`,
   * which therefore must have no effect other than through `tx`.
   *
   * @throws DomainError `outcome-unknown` when the connection is lost during the commit
   */
  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let isCommitting = false;
      try {
        return await this.dataSource.transaction(async (tx) => {
          const result = await work(tx);
          isCommitting = true;
          return result;
        });
      } catch (error) {
        if (isCommitting && isConnectionLoss(error)) throw outcomeUnknown(error);
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
        await pause(jittered(BACKOFF_MS * 2 ** attempt));
      }
    }
  }
}

/** Jitter, so that two deadlocked transactions don't collide again. */
function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random());
}
