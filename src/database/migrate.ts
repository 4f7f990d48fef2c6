import {
  DataSource,
  MigrationExecutor,
  type DataSourceOptions,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { LOCK_MILLISECONDS, MIGRATIONS_TABLE } from './data-source.js';

/** Any number; it only has to be the same in every version of the service. */
const LOCK_KEY = 4_835_117_206;

/** A migration of this release or, when the schema is ahead of it, of a later one. */
export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
  /** False when the database has it and this release doesn't: the schema is ahead. */
  readonly known: boolean;
}

/** Applies what is pending and gives the names. Runs that overlap take turns, so each of them succeeds. */
export function migrateUp(dataSource: DataSource): Promise<string[]> {
  return locked(dataSource, async (runner) => {
    const applied = await executorOf(runner).executePendingMigrations();
    return applied.map(({ name }) => name);
  });
}

/** Takes back the migration applied last and gives its name; undefined when there is none. */
export function migrateDown(dataSource: DataSource): Promise<string | undefined> {
  return locked(dataSource, async (runner) => {
    const last = (await appliedNames(runner.dataSource, runner)).at(-1);
    if (last !== undefined) await executorOf(runner).undoLastMigration();
    return last;
  });
}

/**
 * Every migration in order, those of this release first. Only reads, takes no lock and shows what is committed, so that
 * a readiness check may ask. The data source has to be initialised.
 */
export async function migrationStatus(dataSource: DataSource): Promise<MigrationState[]> {
  const applied = await appliedNames(dataSource);
  const known = dataSource.migrations.map(nameOf);
  return [
    ...known.map((name) => ({ name, applied: applied.includes(name), known: true })),
    ...applied.filter((name) => !known.includes(name)).map((name) => ({ name, applied: true, known: false })),
  ];
}

/** The statements `migrateUp` would run, as a script for a database administrator; empty when nothing is pending. */
export function pendingSql(dataSource: DataSource): Promise<string> {
  return locked(dataSource, async (runner) => {
    const applied = await appliedNames(runner.dataSource, runner);
    const pending = runner.dataSource.migrations.filter((migration) => !applied.includes(nameOf(migration)));
    const script: string[] = pending.length === 0 ? [] : [CREATE_TABLE];
    for (const migration of pending) {
      script.push(`\n-- ${nameOf(migration)}`, 'begin;');
      await migration.up(recordingInto(script, runner));
      script.push(recordOf(nameOf(migration)), 'commit;');
    }
    return script.join('\n');
  });
}

function recordingInto(script: string[], runner: QueryRunner): QueryRunner {
  const record = (statement: string): Promise<void> => {
    script.push(`${statement.trim()};`);
    return Promise.resolve();
  };
  return new Proxy(runner, {
    get: (target, member): unknown => (member === 'query' ? record : Reflect.get(target, member)),
  });
}

/** As TypeORM makes it, so that either may come first. */
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
 * Runs work on a connection of its own that holds a session-level lock, which TypeORM doesn't take. The lock ends with
 * the connection, so a run that is killed keeps nobody waiting.
 */
async function locked<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const own = await withoutHaste(dataSource).initialize();
  try {
    const runner = own.createQueryRunner();
    await runner.query('set lock_timeout = 0');
    await runner.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await runner.query('reset lock_timeout');
    const result = await work(runner);
    await runner.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    await runner.release();
    return result;
  } finally {
    await own.destroy();
  }
}

/**
 * The same database without the service's limits: a migration may take its time. But it may not wait long for a table's
 * lock, because what queues up behind that wait is the service's own traffic.
 */
function withoutHaste(dataSource: DataSource): DataSource {
  const options = dataSource.options as Extract<DataSourceOptions, { type: 'postgres' }>;
  return new DataSource({
    ...options,
    poolSize: 1,
    applicationName: 'headroom-migrate',
    extra: { lock_timeout: LOCK_MILLISECONDS, keepAlive: true },
  });
}
