import type { DataSource } from 'typeorm';
import { layoutOf } from './layout.js';
import { LOCAL } from './table-plan.js';
import { groupsOf } from '../kernel/in-turns.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { conditionOf, type Narrowing } from './narrowing.js';
import { all, sql, sqlWord, type Sql } from './sql.js';

/**
 * Maximum number of rows examined for a page. A page that reaches it may be short and carries a cursor, so the cost of
 * a page is bounded, whatever the filters and however large the table.
 */
export const MAX_ROWS_LOOKED_AT = 10_000;

/** A table, and the key that orders its list. */
export interface ListTable {
  readonly name: string;
  readonly key: string;
  readonly type: 'uuid' | 'text' | 'bigint' | 'cidr';
}

/** A data source, or a repository of it. */
export type Queryable = Pick<DataSource, 'query' | 'manager'>;

/** Reads a page's keys. PostgreSQL plans the statements each time, because the best index depends on the filters. */
export async function listKeys(
  db: Queryable,
  table: ListTable,
  narrowing: Narrowing,
  range: ListRange,
): Promise<Listed<string>> {
  const page = new KeyPage(db, table, narrowing, range);
  if (!LOCAL.includes(table.name) && layoutOf(db.manager.dataSource).isDistributed) return page.onCluster();
  for (const few of narrowing.among) {
    if (await page.isSmall(few)) return page.among(few);
  }
  return page.along();
}

/** Hides the limit from the planner, which would otherwise prefer a sort of few estimated rows to an index scan. */
function atMost(rows: number): Sql {
  return sql`limit (select ${rows}::int)`;
}

class KeyPage {
  private readonly table: Sql;
  private readonly key: Sql;
  private readonly onwards: Sql;
  private readonly direction: Sql;

  constructor(
    private readonly db: Queryable,
    table: ListTable,
    private readonly narrowing: Narrowing,
    private readonly range: ListRange,
  ) {
    const { after, order } = range;
    this.table = sqlWord(table.name);
    this.key = sqlWord(`t.${table.key}`);
    this.direction = sqlWord(order);
    const beyond = sqlWord(order === 'asc' ? '>' : '<');
    this.onwards =
      after === undefined ? sqlWord('true') : sql`${this.key} ${beyond} ${after}::${sqlWord(table.type)}`;
  }

  async isSmall(keys: Sql): Promise<boolean> {
    const count = sql`select count(*)::int as count from (${keys} ${atMost(MAX_ROWS_LOOKED_AT + 1)}) s`;
    const [{ count: found }] = await this.query<{ count: number }>(count);
    return found <= MAX_ROWS_LOOKED_AT;
  }

  /**
   * Looks up each key by index (`offset 0` enforces it), and sorts the rows that match. More may match than `isSmall` has
   * counted; the limit leaves room for these, because it would drop any rows, not the last of the list.
   */
  async among(keys: Sql): Promise<Listed<string>> {
    const { along, where } = this.narrowing;
    const wanted = all([this.onwards, ...(along ? [conditionOf(along)] : []), ...where]);
    const found = await this.keys(sql`
select ${this.key}::text as key
  from (select distinct key from (${keys} ${atMost(2 * MAX_ROWS_LOOKED_AT)}) s) s
 cross join lateral (select * from ${this.table} t where ${this.key} = s.key offset 0) t
 where ${wanted}
 ${this.ordered()}
 limit ${this.range.limit + 1}`);
    return this.cut(found);
  }

  /** Each shard scans its index in the order of the list, up to the end of the page. */
  async onCluster(): Promise<Listed<string>> {
    const { along, where } = this.narrowing;
    const wanted = all([this.onwards, ...(along ? [conditionOf(along)] : []), ...where]);
    return this.cut(
      await this.keys(sql`
select ${this.key}::text as key
  from ${this.table} t
 where ${wanted}
 ${this.ordered()}
 limit ${this.range.limit + 1}`),
    );
  }

  /**
   * Scans an index in the order of the list, up to MAX_ROWS_LOOKED_AT rows. The same statement returns the cursor, the
   * last of these rows: in another snapshot it might be another row.
   */
  async along(): Promise<Listed<string>> {
    const { first, rows } = this.way();
    const { limit } = this.range;
    const inOrder = this.ordered(first && sqlWord('t.first'));
    const found = await this.query<{ key: string; matches: boolean; isLast: boolean }>(sql`
select ${this.key}::text as key, t.matches, t.place = ${MAX_ROWS_LOOKED_AT} as "isLast"
  from (select ${this.key}, t.first, (${all(this.narrowing.where)}) is true as matches, row_number() over (${inOrder}) as place
          from (select t.*, ${first ?? sqlWord('null')} as first from ${rows} ${atMost(MAX_ROWS_LOOKED_AT)}) t) t
 where t.matches or t.place = ${MAX_ROWS_LOOKED_AT}
 ${inOrder}
 limit ${limit + 1}`);
    const matching = found.filter(({ matches }) => matches).map(({ key }) => key);
    return matching.length > limit
      ? this.cut(matching)
      : { rows: matching, next: found.find(({ isLast }) => isLast)?.key };
  }

  /**
   * The rows from the start of the page in list order, and the first column of the index with this order. Two bounds
   * fix the column to one value. With an equality, PostgreSQL would infer that other indexes have the order too, and
   * might scan one of those past the rows of all other values.
   */
  private way(): { first?: Sql; rows: Sql } {
    const { along = { part: sqlWord('true') } } = this.narrowing;
    if ('part' in along) return { rows: this.rowsIn(along.part) };
    const { column, value } = along;
    return { first: column, rows: this.rowsIn(sql`${column} >= ${value} and ${column} <= ${value}`, column) };
  }

  private rowsIn(part: Sql, first?: Sql): Sql {
    return sql`${this.table} t where ${part} and ${this.onwards} ${this.ordered(first)}`;
  }

  private ordered(first?: Sql): Sql {
    const last = sql`${this.key} ${this.direction}`;
    return first ? sql`order by ${first} ${this.direction}, ${last}` : sql`order by ${last}`;
  }

  private cut(found: readonly string[]): Listed<string> {
    const rows = found.slice(0, this.range.limit);
    return found.length > rows.length ? { rows, next: rows.at(-1) } : { rows };
  }

  private async keys(statement: Sql): Promise<string[]> {
    return (await this.query<{ key: string }>(statement)).map(({ key }) => key);
  }

  private query<R>(statement: Sql): Promise<R[]> {
    return this.db.query<R[]>(...statement.toQuery());
  }
}

/** Bytes of the rows of a page, as JSON, about. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** Rows read at once: a row may have some hundred KiB. */
const MAX_SLICE = 50;

/**
 * The rows of a page in the order of its keys, without rows deleted since. The page ends with the row that takes it past
 * MAX_PAGE_BYTES, and carries a cursor; rows are read in slices, so that little more than that is ever in memory.
 *
 * @param read the rows of some keys, by key
 */
export async function boundedPage<R>(
  { rows: keys, next }: Listed<string>,
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, R>>,
): Promise<Listed<R>> {
  const rows: R[] = [];
  let bytes = 0;
  for (const slice of groupsOf(keys, MAX_SLICE)) {
    const found = await read(slice);
    for (const key of slice) {
      const row = found.get(key);
      if (row === undefined) continue;
      rows.push(row);
      bytes += Buffer.byteLength(JSON.stringify(row));
      if (bytes > MAX_PAGE_BYTES && key !== keys.at(-1)) return { rows, next: key };
    }
  }
  return { rows, next };
}

/** The rows of a page in the order of its keys, without rows deleted since. */
export function inOrder<R>({ rows: keys, next }: Listed<string>, found: ReadonlyMap<string, R>): Listed<R> {
  return { rows: keys.flatMap((key) => found.get(key) ?? []), next };
}
