import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { isConnectionLoss } from './constraints.js';
import { queryPrepared, type PreparedStatement } from './prepared.js';

const BEGIN: PreparedStatement = { name: 'begin', text: 'begin' };
const COMMIT: PreparedStatement = { name: 'commit', text: 'commit' };
const ROLLBACK: PreparedStatement = { name: 'rollback', text: 'rollback' };

/**
 * A transaction that takes two round trips: BEGIN is sent together with the first reads, COMMIT together with the last
 * writes. These must be prepared statements, sent without waiting for answers, so they arrive in the order sent. If one
 * fails, nothing takes effect.
 */
export class PipelinedTransaction {
  private isOpen = false;

  private constructor(private readonly runner: QueryRunner) {}

  /** Runs `work`, then rolls back if it has not committed. */
  static async run<T>(
    dataSource: DataSource,
    work: (transaction: PipelinedTransaction) => Promise<T>,
  ): Promise<T> {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.connect();
      const transaction = new PipelinedTransaction(runner);
      try {
        return await work(transaction);
      } finally {
        await transaction.end();
      }
    } finally {
      await runner.release();
    }
  }

  /** For statements between the first reads and the last writes. */
  get tx(): EntityManager {
    return this.runner.manager;
  }

  /** Begins, and returns the result of `read`. */
  async begin<T>(read: (tx: EntityManager) => Promise<T>): Promise<T> {
    this.isOpen = true;
    const [, result] = await Promise.all([queryPrepared(this.tx, BEGIN, []), read(this.tx)]);
    return result;
  }

  /** Commits, and then returns the result of `write`. */
  async commit<T>(write: (tx: EntityManager) => Promise<T>): Promise<T> {
    const [result] = await Promise.all([write(this.tx), queryPrepared(this.tx, COMMIT, [])]);
    this.isOpen = false;
    return result;
  }

  private async end(): Promise<void> {
    if (!this.isOpen) return;
    await queryPrepared(this.tx, ROLLBACK, []).catch((error: unknown) => {
      // On a lost connection the server rolls back itself.
      if (!isConnectionLoss(error)) throw error;
    });
  }
}
