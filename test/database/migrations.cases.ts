import type { DataSource, MigrationInterface } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { createDataSource } from '../../src/database/data-source.js';
import { migrateDown, migrateUp, migrationStatus, pendingSql } from '../../src/database/migrate.js';
import { onServer } from '../support/postgres.js';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.js';

const names = migrations.map(({ name }) => name);
const opened: DataSource[] = [];
const created: TestDatabase[] = [];

async function bare(): Promise<string> {
  const database = await createBareDatabase();
  created.push(database);
  return database.url;
}

async function open(url: string): Promise<DataSource> {
  const dataSource = await createDataSource(url, { poolSize: 2 }).initialize();
  opened.push(dataSource);
  return dataSource;
}

/** All tables, columns, constraints, indexes and functions, as text to compare. */
async function shapeOf(dataSource: DataSource): Promise<unknown> {
  return dataSource.query(`
    select 'column' as kind, table_name || '.' || column_name as name, data_type as shape
      from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
    union all
    select 'constraint', conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 'schema_migrations'::regclass
    union all
    select 'index', indexname, indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations'
    union all
    select 'function', p.oid::regprocedure::text, md5(p.prosrc) from pg_proc p
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1, 2, 3`);
}

async function shapeOfNothing(dataSource: DataSource): Promise<boolean> {
  const [{ count }] = await dataSource.query<{ count: string }[]>(
    `select count(*) from information_schema.tables where table_schema = 'public'`,
  );
  return count === '0';
}

describe('migrations', () => {
  afterEach(async () => {
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
    for (const database of created.splice(0)) await database.drop();
  });
  it('go up, down to nothing, and up again to the same schema', async () => {
    const dataSource = await open(await bare());
    expect(await migrateUp(dataSource)).toEqual(names);
    const shape = await shapeOf(dataSource);

    for (const name of names.toReversed()) expect(await migrateDown(dataSource)).toBe(name);
    expect(await shapeOf(dataSource)).toEqual([]);
    expect(await migrateDown(dataSource)).toBeUndefined();

    expect(await migrateUp(dataSource)).toEqual(names);
    expect(await shapeOf(dataSource)).toEqual(shape);
  });

  it('can each be applied again after they were reverted', async () => {
    const dataSource = await open(await bare());
    await migrateUp(dataSource);
    const runner = dataSource.createQueryRunner();

    for (const Migration of migrations.toReversed()) {
      const migration: MigrationInterface = new Migration();
      expect(await migrateDown(dataSource)).toBe(Migration.name);
      await expect(migration.up(runner)).resolves.toBeUndefined();
      await migration.down(runner);
    }
    await runner.release();
    expect(await shapeOf(dataSource)).toEqual([]);
  });

  it('all succeed when three run at once on an empty database, and only one of them does the work', async () => {
    const url = await bare();

    const runs = await Promise.all([1, 2, 3].map(() => migrateUp(createDataSource(url, { poolSize: 2 }))));

    expect(runs.map((applied) => applied.length).sort()).toEqual([0, 0, names.length]);
  });

  it('leave no lock behind', async () => {
    const dataSource = await open(await bare());

    await migrateUp(dataSource);

    const held = `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    expect(await dataSource.query(held)).toEqual([]);
  });

  it('show as pending, then as applied, and as unknown when the schema is ahead', async () => {
    const dataSource = await open(await bare());
    expect(await migrationStatus(dataSource)).toEqual(
      names.map((name) => ({ name, applied: false, known: true })),
    );

    await migrateUp(dataSource);
    await dataSource.query(
      `insert into schema_migrations ("timestamp", name) values (9999999999999, 'Later9999999999999')`,
    );

    expect(await migrationStatus(dataSource)).toEqual([
      ...names.map((name) => ({ name, applied: true, known: true })),
      { name: 'Later9999999999999', applied: true, known: false },
    ]);
  });

  it('print a script that does what running them does', async () => {
    const byScript = await open(await bare());
    const byRunning = await open(await bare());
    await migrateUp(byRunning);

    const [onError, onLock, ...statements] = (await pendingSql(byScript)).split('\n');
    expect([onError, onLock]).toEqual(['\\set ON_ERROR_STOP on', 'set lock_timeout = 5000;']);
    const script = statements.join('\n');
    expect(await shapeOfNothing(byScript)).toBe(true);
    await onServer(String(Reflect.get(byScript.options, 'url')), (client) => client.query(script));

    expect(await shapeOf(byScript)).toEqual(await shapeOf(byRunning));
    expect(await migrateUp(byScript)).toEqual([]);
    expect(await pendingSql(byScript)).toBe('');
  });

  it('are all in the template that test databases are copied from', async () => {
    const database = await createTestDatabase();
    created.push(database);

    const states = await migrationStatus(await open(database.url));

    expect(states.map(({ name }) => name)).toEqual(names);
    expect(states.every(({ applied }) => applied)).toBe(true);
  });
});
