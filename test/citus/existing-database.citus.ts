import { randomBytes } from 'node:crypto';
import { createDataSource } from '../../src/database/data-source.js';
import { migrateUp } from '../../src/database/migrate.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { DISTRIBUTED, LOCAL, MANAGED, REFERENCE } from '../../src/database/table-plan.js';
import { createClusterDatabase } from '../support/cluster.js';
import { dropDatabase, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { availableCores, hour, reserved, stopSound } from '../support/readings.js';
import { startService } from '../support/service.js';

describe('a database that is distributed', () => {
  const server = process.env[SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const database = { url: urlOf(server, name), drop: () => Promise.resolve() };
  const distribute = async (): Promise<string[]> => {
    const dataSource = await createDataSource(database.url, { poolSize: 2 }).initialize();
    return migrateCitus(dataSource, 4).finally(() => dataSource.destroy());
  };
  beforeAll(async () => {
    await createClusterDatabase(server, name);
    await migrateUp(createDataSource(database.url, { poolSize: 2 }));
  });
  afterAll(() => dropDatabase(server, name));

  it('keeps what it had before, and goes on from there', async () => {
    const window: readonly [string, string] = [hour(1), hour(2)];
    const before = await startService({ database });
    for (const zone of ['a', 'b']) await before.provider({ cores: 10 }, { zone });
    const ids = await Promise.all(['a', 'b'].map((zone) => reserved(before, zone, window, { cores: 3 })));
    await before.stop();

    expect(await distribute()).toContain('distributed ledger_entries by zone_id');

    const after = await startService({ database });
    expect(await availableCores(after, 'a', hour(1))).toBe(7);
    const moved = { 'reservation-id': ids[0], zone: 'b', capacity: { cores: 4 } };
    expect(await after.operation('update-reservation', moved)).toMatchObject({ result: 'ok' });
    expect(await availableCores(after, 'a', hour(1))).toBe(10);
    expect(await availableCores(after, 'b', hour(1))).toBe(3);
    expect(await after.operation('cancel-reservation', { 'reservation-id': ids[1] })).toMatchObject({
      result: 'ok',
    });
    await stopSound(after);
  });

  it('stays as it is when it is distributed again', async () => {
    expect(await distribute()).toEqual([]);
  });

  it('has a place for each of its tables', async () => {
    const dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    const tables = await dataSource
      .query<{ name: string }[]>(
        `select c.relname as name from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
      )
      .finally(() => dataSource.destroy());
    const planned = [...DISTRIBUTED, ...REFERENCE, ...MANAGED, ...LOCAL].toSorted();
    expect(
      tables
        .map((table) => table.name)
        .filter((table) => !/_\d{6,}$/.test(table))
        .toSorted(),
    ).toEqual(planned);
  });
});
