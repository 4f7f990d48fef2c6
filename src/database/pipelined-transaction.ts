import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { isConnectionLoss } from './constraints.js';
import { queryPrepared, type PreparedStatement } from './prepared.js';

const BEGIN: PreparedStatement = { name: 'begin', text: 'begin' };
const COMMIT: PreparedStatement = { name: 'commit', text: 'commit' };
const ROLLBACK: PreparedStatement = { name: 'rollback', text: 'rollback' };

/**
 * A transaction that costs two round trips: its beginning is sent together with what it reads first, its commit together
 * with what it writes last. Those have to be prepared statements, sent without waiting for anything: they arrive in the
 * order in which they are sent. If one of them fails, nothing takes effect.
 */
export class PipelinedTransaction {
  private isOpen = false;

  private constructor(private readonly runner: QueryRunner) {}

  /** Runs `work`; whatever it has not committed is rolled back. */
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

  /** For what lies between the first reading and the last writing. */
  get tx(): EntityManager {
    return this.runner.manager;
  }

  /** Begins, and gives what `read` gives. */
  async begin<T>(read: (tx: EntityManager) => Promise<T>): Promise<T> {
    this.isOpen = true;
    const [, result] = await Promise.all([queryPrepared(this.tx, BEGIN, []), read(this.tx)]);
    return result;
  }

  /** Commits, and gives what `write` gives, once it is committed. */
  async commit<T>(write: (tx: EntityManager) => Promise<T>): Promise<T> {
    const [result] = await Promise.all([write(this.tx), queryPrepared(this.tx, COMMIT, [])]);
    this.isOpen = false;
    return result;
  }

  private async end(): Promise<void> {
    if (!this.isOpen) return;
    await queryPrepared(this.tx, ROLLBACK, []).catch((error: unknown) => {
      // The server has rolled it back by itself then.
      if (!isConnectionLoss(error)) throw error;
    });
  }
}
