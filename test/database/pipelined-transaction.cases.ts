import type { DataSource, EntityManager } from 'typeorm';
import { constraintOf, isConnectionLoss } from '../../src/database/constraints.js';
import { createDataSource } from '../../src/database/data-source.js';
import { PipelinedTransaction } from '../../src/database/pipelined-transaction.js';
import { queryPrepared } from '../../src/database/prepared.js';
import { onServer } from '../support/postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** One connection, so that each transaction meets what the previous one left behind on it. */
const POOL_SIZE = 1;

function insert(tx: EntityManager, value: number | null): Promise<{ id: string }[]> {
  const text = 'insert into values_kept values ($1) returning pg_current_xact_id()::text as id';
  return queryPrepared(tx, { name: 'insert', text }, [value]);
}

describe('a pipelined transaction', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: POOL_SIZE }).initialize();
    await dataSource.query(
      `create table values_kept (value int not null constraint kept_once unique deferrable initially deferred)`,
    );
  });

  beforeEach(() => dataSource.query('truncate values_kept'));

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function kept(): Promise<number[]> {
    const rows = await dataSource.query<{ value: number }[]>('select value from values_kept order by value');
    return rows.map(({ value }) => value);
  }

  function run<T>(work: (transaction: PipelinedTransaction) => Promise<T>): Promise<T> {
    return PipelinedTransaction.run(dataSource, work);
  }
  it('has begun before its first statement and is committed after its last, and all are of one transaction', async () => {
    const ids = await run(async (transaction) => {
      const first = await transaction.begin((tx) => Promise.all([insert(tx, 1), insert(tx, 2)]));
      const between = await insert(transaction.tx, 3);
      return [...first, between, await transaction.commit((tx) => insert(tx, 4))].map(([{ id }]) => id);
    });

    expect(new Set(ids).size).toBe(1);
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  it('that does not get as far as its commit has no effect', async () => {
    const given = await run((transaction) => transaction.begin((tx) => insert(tx, 1)));
    const stopped = run(async (transaction) => {
      await transaction.begin((tx) => insert(tx, 2));
      throw new Error('changed its mind');
    });

    expect(given).toHaveLength(1);
    await expect(stopped).rejects.toThrow('changed its mind');
    expect(await kept()).toEqual([]);
  });

  it('of which one statement fails has no effect and says why; the connection stays usable', async () => {
    const failingFirst = run((transaction) => transaction.begin((tx) => insert(tx, null)));
    await expect(failingFirst).rejects.toThrow(/null value/);
    const failingLast = run(async (transaction) => {
      await transaction.begin((tx) => insert(tx, 1));
      return transaction.commit((tx) => insert(tx, null));
    });
    await expect(failingLast).rejects.toThrow(/null value/);

    await run(async (transaction) => {
      await transaction.begin((tx) => insert(tx, 2));
      return transaction.commit((tx) => insert(tx, 3));
    });
    expect(await kept()).toEqual([2, 3]);
  });

  it('that a constraint refuses as it commits has no effect and names the constraint', async () => {
    const refused = await run(async (transaction) => {
      await transaction.begin((tx) => insert(tx, 1));
      return transaction.commit((tx) => insert(tx, 1));
    }).catch((error: unknown) => error);

    expect(constraintOf(refused)).toBe('kept_once');
    expect(await kept()).toEqual([]);
  });

  it('whose connection is cut fails as a connection loss, and the next one works', async () => {
    const cut = await run(async (transaction) => {
      const text = 'select pg_backend_pid() as pid';
      const [{ pid }] = await transaction.begin((tx) =>
        queryPrepared<{ pid: number }>(tx, { name: 'pid', text }, []),
      );
      await onServer(database.url, (client) => client.query('select pg_terminate_backend($1::int)', [pid]));
      return transaction.commit((tx) => insert(tx, 1));
    }).catch((error: unknown) => error);

    expect(isConnectionLoss(cut)).toBe(true);
    await run(async (transaction) => {
      await transaction.begin((tx) => insert(tx, 2));
      return transaction.commit((tx) => insert(tx, 3));
    });
    expect(await kept()).toEqual([2, 3]);
  });
});
