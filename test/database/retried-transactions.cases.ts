import type { DataSource, EntityManager } from 'typeorm';
import {
  asDomainError,
  constraintOf,
  isConnectionLoss,
  isRetryable,
} from '../../src/database/constraints.js';
import { createDataSource } from '../../src/database/data-source.js';
import { Transactions } from '../../src/database/transactions.js';
import { DomainError } from '../../src/kernel/domain-error.js';
import { onServer } from '../support/postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
const idleLosses: Error[] = [];

async function increment(tx: EntityManager, id: number): Promise<void> {
  await tx.query('update counters set value = value + 1 where id = $1', [id]);
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('retried transactions', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    database = await createTestDatabase();
    const onIdleLoss = (error: Error): void => void idleLosses.push(error);
    dataSource = await createDataSource(database.url, { poolSize: 4, onIdleLoss }).initialize();
    transactions = new Transactions(dataSource);
    await dataSource.query(`create table counters (id int primary key, value int not null)`);
    await dataSource.query(`insert into counters values (1, 0), (2, 0)`);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe('a transaction', () => {
    it('that is the victim of a deadlock runs again, and both succeed', async () => {
      let runs = 0;
      let bothHoldOne: () => void = () => undefined;
      const met = new Promise<void>((resolve) => (bothHoldOne = resolve));
      const crossing = (first: number, second: number) => async (tx: EntityManager) => {
        await increment(tx, first);
        runs += 1;
        if (runs === 2) bothHoldOne();
        await met;
        await increment(tx, second);
      };

      await Promise.all([transactions.run(crossing(1, 2)), transactions.run(crossing(2, 1))]);

      expect(runs).toBe(3);
      expect(await dataSource.query('select value from counters order by id')).toEqual([
        { value: 2 },
        { value: 2 },
      ]);
    });

    it('is given up after five tries', async () => {
      let runs = 0;
      const failing = transactions.run(async (tx) => {
        runs += 1;
        await tx.query(`do $$ begin raise serialization_failure; end $$`);
      });

      expect(isRetryable(await failureOf(failing))).toBe(true);
      expect(runs).toBe(5);
    });

    it('that is refused by a constraint is rolled back, not run again, and says which one', async () => {
      let runs = 0;
      const failing = transactions.run(async (tx) => {
        runs += 1;
        await tx.query(`insert into zones values ('rolled-back', 0, now(), now())`);
        await tx.query(`insert into address_entries (zone_id, sequence, starts_at, ends_at, held, owned, is_shared)
        values ('nowhere', 1, now(), 'infinity', 0, 1, false)`);
      });

      const error = await failureOf(failing);
      expect(constraintOf(error)).toBe('address_entries_zone_exists');
      expect(asDomainError(error)).toMatchObject({ kind: 'unknown', code: 'unknown-zone', cause: error });
      expect(runs).toBe(1);
      expect(await dataSource.query(`select from zones`)).toEqual([]);
    });

    it('whose connection is cut fails as a connection loss, and the next one works', async () => {
      const failing = transactions.run(async (tx) => {
        const [{ pid }] = await tx.query<{ pid: number }[]>('select pg_backend_pid() as pid');
        await onServer(database.url, (client) => client.query('select pg_terminate_backend($1::int)', [pid]));
        await tx.query('select');
      });

      const error = await failureOf(failing);
      expect(isConnectionLoss(error)).toBe(true);
      expect(asDomainError(error)).toMatchObject({
        kind: 'unavailable',
        code: 'database-unavailable',
        retryAfter: 1,
      });
      await transactions.run((tx) => tx.query('select'));
    });

    it('succeeds after every idle connection was cut', async () => {
      await Promise.all([1, 2].map(() => dataSource.query('select pg_sleep(0.01)')));
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'headroom'`;
      const before = idleLosses.length;
      const { rows } = await onServer(database.url, (client) => client.query(cut));
      expect(rows.length).toBeGreaterThan(0);
      while (idleLosses.length < before + rows.length) await new Promise((resolve) => setImmediate(resolve));

      await transactions.run((tx) => tx.query('select'));
    });
  });

  describe('an error', () => {
    it('of a server that is not there is a connection loss', async () => {
      const nowhere = new URL(database.url);
      nowhere.port = '1';
      const error = await failureOf(createDataSource(nowhere.toString(), { poolSize: 2 }).initialize());
      expect(isConnectionLoss(error)).toBe(true);
    });

    it("that is not the database's, or is a mistake of ours, stays as it is", async () => {
      const domain = new DomainError('conflict', 'capacity-insufficient', 'no');
      expect(asDomainError(domain)).toBe(domain);
      expect(asDomainError('text')).toBe('text');
      const mistake = await failureOf(dataSource.query('select nonsense'));
      expect(asDomainError(mistake)).toBe(mistake);
      expect(isConnectionLoss(mistake)).toBe(false);
    });
  });
});
