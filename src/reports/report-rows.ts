import type { DataSource, QueryRunner } from 'typeorm';
import { SILENCE_TIMEOUT_MS } from '../database/data-source.js';
import type { DatabaseClient } from '../database/database-client.js';

const BATCH = 1_000;

/** A report on a million reservations takes 10 s on an idle machine. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** Between two batches, while the client reads. A client that takes nothing for 30 s is cut off. */
const IDLE_TIMEOUT_MS = 60_000;

/** Longer than both: the server's own timeouts come first, unless the server cannot be reached. */
const REPORT_SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * A report reads all of its period, so sequential scans suit it, other than the service's lookups. It sorts all it reads; the
 * default of 4 MB would make it sort in many parts on disk, and more than 64 MB made it no faster. Parallel workers would take the
 * processors from admissions.
 */
const SETTINGS = `set local statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS};
  set local enable_seqscan = on; set local work_mem = '64MB'; set local cursor_tuple_fraction = 1; set local jit = off;
  set local max_parallel_workers_per_gather = 0`;

/** Runs a step of a report: the first one reads and sorts all, the others are short. */
export type ReportPace = <T>(step: () => Promise<T>, isFirst: boolean) => Promise<T>;

export type ReportStatement = readonly [text: string, parameters: unknown[]];

/**
 * The rows of a statement in batches, read through a cursor in one snapshot: a report of any length takes little memory. The
 * connection is given back when the iteration ends, however it ends.
 *
 * @param makeStatement may read the same snapshot; undefined if there is nothing to report
 * @param gone ends the statement under way: others wait for its place
 */
export async function* reportRows<T>(
  dataSource: DataSource,
  makeStatement: (runner: QueryRunner) => Promise<ReportStatement | undefined>,
  pace: ReportPace,
  gone: AbortSignal,
): AsyncGenerator<T[]> {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as DatabaseClient;
  client.setSilenceTimeout(REPORT_SILENCE_MS);
  let pid: number | undefined;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = dataSource.query('select pg_cancel_backend($1::int)', [pid]).catch(() => undefined);
  };
  try {
    const fetch = () => runner.query(`fetch ${BATCH} from report`) as Promise<T[]>;
    const begin = async (): Promise<T[]> => {
      await runner.startTransaction('REPEATABLE READ');
      await runner.query(SETTINGS);
      // In the transaction: a pooler may give each other statement to another backend.
      [{ pid }] = (await runner.query('select pg_backend_pid() as pid')) as { pid: number }[];
      if (gone.aborted) return [];
      gone.addEventListener('abort', cancel);
      const statement = await makeStatement(runner);
      if (!statement) return [];
      const [text, parameters] = statement;
      await runner.query(`declare report no scroll cursor for ${text}`, parameters);
      return fetch();
    };
    for (let isFirst = true; !gone.aborted; isFirst = false) {
      const batch = await pace(isFirst ? begin : fetch, isFirst);
      if (batch.length > 0) yield batch;
      if (batch.length < BATCH) return;
    }
  } finally {
    gone.removeEventListener('abort', cancel);
    // Before another statement gets the connection.
    await cancelled;
    client.setSilenceTimeout(SILENCE_TIMEOUT_MS);
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
