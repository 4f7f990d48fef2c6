import {
  DataSource,
  MigrationExecutor,
  type DataSourceOptions,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { LOCK_TIMEOUT_MS, MIGRATIONS_TABLE, routeOf } from './data-source.js';

/** Advisory lock key: arbitrary, but the same in every version of the service. */
const LOCK_KEY = 4_835_117_206;

/** A migration of this release or, if the schema is ahead, of a later one. */
export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
  /** False if the database has it and this release doesn't: the schema is ahead. */
  readonly known: boolean;
}

/** Applies the pending migrations and returns their names. Concurrent runs wait for each other, so each succeeds. */
export function migrateUp(dataSource: DataSource): Promise<string[]> {
  return whileLocked(dataSource, async (runner) => {
    const applied = await executorOf(runner).executePendingMigrations();
    return applied.map(({ name }) => name);
  });
}

/** Reverts the last migration and returns its name; undefined if there is none. */
export function migrateDown(dataSource: DataSource): Promise<string | undefined> {
  return whileLocked(dataSource, async (runner) => {
    const last = (await appliedNames(runner.dataSource, runner)).at(-1);
    if (last !== undefined) await executorOf(runner).undoLastMigration();
    return last;
  });
}

/**
 * Every migration in order, those of this release first. It only reads, takes no lock and returns the committed state,
 * so a readiness check may call it. The data source must be initialised.
 */
export async function migrationStatus(dataSource: DataSource): Promise<MigrationState[]> {
  const applied = await appliedNames(dataSource);
  const known = dataSource.migrations.map(nameOf);
  return [
    ...known.map((name) => ({ name, applied: applied.includes(name), known: true })),
    ...applied.filter((name) => !known.includes(name)).map((name) => ({ name, applied: true, known: false })),
  ];
}

/**
 * The statements `migrateUp` would run, as a script for psql; empty when nothing is pending. It ends at the first error, and waits no
 * longer than `migrateUp` for a lock.
 */
export function pendingSql(dataSource: DataSource): Promise<string> {
  return whileLocked(dataSource, async (runner) => {
    const applied = await appliedNames(runner.dataSource, runner);
    const pending = runner.dataSource.migrations.filter((migration) => !applied.includes(nameOf(migration)));
    const script: string[] = pending.length === 0 ? [] : [...SCRIPT_SETTINGS, CREATE_TABLE];
    for (const migration of pending) {
      script.push(`\n-- ${nameOf(migration)}`, 'begin;');
      await migration.up(recordingInto(script, runner));
      script.push(recordOf(nameOf(migration)), 'commit;');
    }
    return script.join('\n');
  });
}

const SCRIPT_SETTINGS: readonly string[] = [
  '\\set ON_ERROR_STOP on',
  `set lock_timeout = ${LOCK_TIMEOUT_MS};`,
];

function recordingInto(script: string[], runner: QueryRunner): QueryRunner {
  const record = (statement: string): Promise<void> => {
    script.push(`${statement.trim()};`);
    return Promise.resolve();
  };
  return new Proxy(runner, {
    get: (target, member): unknown => (member === 'query' ? record : Reflect.get(target, member)),
  });
}

/** Same columns as TypeORM's, so that either may create the table first. */
const CREATE_TABLE = `create table if not exists ${MIGRATIONS_TABLE} (
  id serial primary key, "timestamp" bigint not null, name varchar not null);`;

function recordOf(name: string): string {
  return `insert into ${MIGRATIONS_TABLE} ("timestamp", name) values (${name.slice(-13)}, '${name}');`;
}

function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

async function appliedNames(dataSource: DataSource, runner?: QueryRunner): Promise<string[]> {
  const presence = `select to_regclass($1) is not null as present`;
  const [{ present }] = await dataSource.query<{ present: boolean }[]>(presence, [MIGRATIONS_TABLE], runner);
  if (!present) return [];
  const inOrder = `select name from ${MIGRATIONS_TABLE} order by id`;
  const rows = await dataSource.query<{ name: string }[]>(inOrder, [], runner);
  return rows.map(({ name }) => name);
}

function executorOf(runner: QueryRunner): MigrationExecutor {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'each';
  return executor;
}

/**
 * Runs work on a connection of its own while another one holds a lock, which TypeORM doesn't take. The lock belongs to a
 * transaction, not to a session: a pooler in transaction mode would leave a session's lock to other clients. It ends with its
 * connection, so a killed run blocks no other.
 */
export async function whileLocked<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const own = await withoutSettings(dataSource).initialize();
  try {
    return await own.transaction(async (tx) => {
      await tx.query(
        'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
      );
      await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
      const runner = own.createQueryRunner();
      try {
        return await work(withOwnTimeouts(runner));
      } finally {
        await runner.release();
      }
    });
  } finally {
    await own.destroy();
  }
}

/**
 * Without it, a server notices that this process was killed at the end of the statement, and keeps its locks until then. Not every
 * server's system supports it.
 */
const END_WITH_CLIENT = `
do $$ begin
  perform set_config('client_connection_check_interval', '2s', true);
exception when others then null;
end $$`;

/**
 * A migration may take long, so it has no statement timeout. Its lock timeout is short, because the service's own statements
 * queue behind a waiting table lock. Both end with its transaction: a pooler in transaction mode gives the connection to
 * other clients after it, also if this process is killed.
 */
function withOwnTimeouts(runner: QueryRunner): QueryRunner {
  const start = runner.startTransaction.bind(runner);
  return Object.assign(runner, {
    startTransaction: async (...parameters: Parameters<QueryRunner['startTransaction']>) => {
      await start(...parameters);
      await runner.query(
        `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
      );
      await runner.query(END_WITH_CLIENT);
    },
  });
}

/** The same database without startup settings. */
function withoutSettings(dataSource: DataSource): DataSource {
  const options = dataSource.options as Extract<DataSourceOptions, { type: 'postgres' }>;
  return new DataSource({
    ...options,
    poolSize: 2,
    applicationName: 'headroom-migrate',
    extra: { ...routeOf(dataSource), keepAlive: true },
  });
}
