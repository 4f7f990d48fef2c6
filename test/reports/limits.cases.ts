import { reportRows, type ReportStatement } from '../../src/reports/report-rows.js';
import type { DataSource } from 'typeorm';
import type { DatabaseClient } from '../../src/database/database-client.js';
import { eventually } from '../support/eventually.js';
import { service as shared } from '../support/shared-service.js';

const SHOWN = `select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`;

/** As behind a pooler in transaction mode: a statement outside of a transaction goes to another backend. */
function pooled(dataSource: DataSource): DataSource {
  const createQueryRunner = () => {
    const runner = dataSource.createQueryRunner();
    const query = (text: string, parameters?: unknown[]): Promise<unknown> =>
      runner.isTransactionActive ? runner.query(text, parameters) : dataSource.query(text, parameters);
    return new Proxy(runner, { get: (_, name) => (name === 'query' ? query : valueOf(runner, name)) });
  };
  return new Proxy(dataSource, {
    get: (_, name) => (name === 'createQueryRunner' ? createQueryRunner : valueOf(dataSource, name)),
  });
}

function valueOf(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

describe('the statement of a report', () => {
  it('R19 has limits of its own, which end with it', async () => {
    const statement: ReportStatement = [`${SHOWN} order by name`, []];
    const batches = reportRows(
      shared.dataSource,
      () => Promise.resolve(statement),
      (step) => step(),
      new AbortController().signal,
    );
    const rows: unknown[] = [];
    for await (const batch of batches) rows.push(...batch);
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '60000' },
      { name: 'statement_timeout', setting: '120000' },
    ]);
    expect(await shared.dataSource.query(`${SHOWN} order by name`)).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '3000' },
      { name: 'statement_timeout', setting: '10000' },
    ]);
  });

  it.each([
    ['R21 ends when its reader goes, and leaves the connection as it was', (real: DataSource) => real],
    ['R22 ends when its reader goes, also behind a pooler in transaction mode', pooled],
  ])('%s', async (_title, through) => {
    const reader = new AbortController();
    const statement: ReportStatement = ['select pg_sleep(60)', []];
    const batches = reportRows(
      through(shared.dataSource),
      () => Promise.resolve(statement),
      (step) => step(),
      reader.signal,
    );
    const ended = expect(batches.next()).rejects.toMatchObject({ code: '57014' });
    await eventually(async () => {
      const sleeping = `select from pg_stat_activity where query like 'fetch %' and wait_event = 'PgSleep' and datname = current_database()`;
      expect(await shared.dataSource.query(sleeping)).toHaveLength(1);
    });
    reader.abort();
    await ended;
    expect(await shared.dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('R20 ends if the database is silent for longer than its connection allows', async () => {
    const runner = shared.dataSource.createQueryRunner();
    const client = (await runner.connect()) as DatabaseClient;
    client.setSilenceTimeout(50);
    await expect(runner.query('select pg_sleep(5)')).rejects.toThrow('no answer for 0.05 s');
    await runner.release();
  });
});
