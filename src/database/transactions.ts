import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isRetryable } from './constraints.js';

const ATTEMPTS = 5;
const FIRST_PAUSE_MILLISECONDS = 5;

/** Opens transactions. What takes part in one gets it as its first argument, `tx`. */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in a transaction and commits it. When the database asks for another try (serialization failure,
   * deadlock) the whole of `work` runs again, so it may have no effect other than through `tx`.
   */
  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
        await pause(jittered(FIRST_PAUSE_MILLISECONDS * 2 ** attempt));
      }
    }
  }
}

/** Two that deadlocked would meet again if they waited equally long. */
function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random());
}
