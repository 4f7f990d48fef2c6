import type { DataSource } from 'typeorm';

const BATCH = 1_000;

/**
 * A report sorts all it reads. The default of 4 MB would make it sort in many parts on disk. Parallel workers would take the
 * processors from admissions.
 */
const SETTINGS = `set local work_mem = '64MB'; set local cursor_tuple_fraction = 1; set local jit = off;
  set local max_parallel_workers_per_gather = 0`;

/** Runs a step of a report: the first one reads and sorts all, the others are short. */
export type ReportPace = <T>(step: () => Promise<T>, isFirst: boolean) => Promise<T>;

/**
 * The rows of a statement in batches, read through a cursor in one snapshot: a report of any length takes little memory. The
 * connection is given back when the iteration ends, however it ends.
 */
export async function* reportRows<T>(
  dataSource: DataSource,
  statement: string,
  parameters: readonly unknown[],
  pace: ReportPace,
): AsyncGenerator<T[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const fetch = () => runner.query(`fetch ${BATCH} from report`) as Promise<T[]>;
    const begin = async (): Promise<T[]> => {
      await runner.startTransaction('REPEATABLE READ');
      await runner.query(SETTINGS);
      await runner.query(`declare report no scroll cursor for ${statement}`, [...parameters]);
      return fetch();
    };
    for (let isFirst = true; ; isFirst = false) {
      const batch = await pace(isFirst ? begin : fetch, isFirst);
      if (batch.length > 0) yield batch;
      if (batch.length < BATCH) return;
    }
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
