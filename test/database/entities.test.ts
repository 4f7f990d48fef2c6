import type { ColumnType, DataSource, EntityMetadata } from 'typeorm';
import { isCluster } from '../support/cluster.js';
import { startService, type RunningService } from '../support/service.js';

/** A column, as found in the catalogue and as declared by an entity. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isKey: boolean;
}

type Tables = Readonly<Record<string, readonly Column[]>>;

const CATALOGUE = `
select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       not a.attnotnull as "isNullable", coalesce(a.attnum = any (k.conkey), false) as "isKey"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'`;

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function tablesOf(dataSource: DataSource): Promise<Tables> {
  const rows = await dataSource.query<(Column & { table: string })[]>(CATALOGUE);
  const names = [...new Set(rows.map(({ table }) => table))].sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      byName(rows.filter((row) => row.table === name).map(({ table: _, ...column }) => column)),
    ]),
  );
}

function declaredBy({ columns }: EntityMetadata, { driver }: DataSource): Column[] {
  return byName(
    columns.map((column) => ({
      name: column.databaseName,
      type: driver.normalizeType(column as { type: ColumnType }),
      isNullable: column.isNullable,
      isKey: column.isPrimary,
    })),
  );
}

function byName(columns: readonly Column[]): Column[] {
  return columns.toSorted((a, b) => a.name.localeCompare(b.name));
}

describe('the entities of the running service', () => {
  it('have the tables of the schema, and their columns with type, nullability and key', async () => {
    const { dataSource } = service;
    const declared = Object.fromEntries(
      dataSource.entityMetadatas
        .map((entity) => [entity.tableName, declaredBy(entity, dataSource)] as const)
        .sort(([a], [b]) => a.localeCompare(b)),
    );

    // There a key lives with the zone of its request.
    for (const column of declared.idempotency_keys)
      if (isCluster() && column.name === 'zone_id') Object.assign(column, { isKey: true });
    expect(declared).toEqual(await tablesOf(dataSource));
  });

  it('are one for each table', () => {
    const names = service.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(20);
  });

  it('leave out of an insert what PostgreSQL generates, and only what it has a value for', async () => {
    const generated = await service.dataSource.query<{ place: string }[]>(`
      select table_name || '.' || column_name as place from information_schema.columns
       where table_schema = 'public' and (is_generated = 'ALWAYS' or identity_generation = 'ALWAYS')`);
    const defaulted = await service.dataSource.query<{ place: string }[]>(`
      select table_name || '.' || column_name as place from information_schema.columns
       where table_schema = 'public' and (column_default is not null or is_generated = 'ALWAYS' or identity_generation = 'ALWAYS')`);
    const notInserted = service.dataSource.entityMetadatas.flatMap((entity) =>
      entity.columns
        .filter(({ isInsert }) => !isInsert)
        .map(({ databaseName }) => `${entity.tableName}.${databaseName}`),
    );

    expect(notInserted).toEqual(expect.arrayContaining(generated.map(({ place }) => place)));
    expect(defaulted.map(({ place }) => place)).toEqual(expect.arrayContaining(notInserted));
  });
});
