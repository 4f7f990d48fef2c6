import type { DataSource } from 'typeorm';

const BATCH = 5_000;

/** A report sorts all it reads. The default of 4 MB would make it sort in many parts on disk. */
const SETTINGS = `set local work_mem = '64MB'; set local cursor_tuple_fraction = 1; set local jit = off`;

/**
 * The rows of a statement in batches, read through a cursor in one snapshot: a report of any length takes little memory. The
 * connection is given back when the iteration ends, however it ends.
 */
export async function* reportRows<T>(
  dataSource: DataSource,
  statement: string,
  parameters: readonly unknown[],
): AsyncGenerator<T[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction('REPEATABLE READ');
    await runner.query(SETTINGS);
    await runner.query(`declare report no scroll cursor for ${statement}`, [...parameters]);
    for (;;) {
      const batch = (await runner.query(`fetch ${BATCH} from report`)) as T[];
      if (batch.length > 0) yield batch;
      if (batch.length < BATCH) return;
    }
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
