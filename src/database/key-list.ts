import type { DataSource } from 'typeorm';
import type { Listed, ListRange } from '../kernel/listed.js';
import { conditionOf, type Narrowing } from './narrowing.js';
import { all, sql, word, type Sql } from './sql.js';

/**
 * Rows that are looked at for a page, at most. A page that ends there is short and says where the list goes on, so that
 * none takes longer than this many rows do, whatever a list is filtered by and however large its table is.
 */
export const MAX_ROWS_LOOKED_AT = 10_000;

/** A table and the key in whose order it is listed. */
export interface ListTable {
  readonly name: string;
  readonly key: string;
  readonly type: 'uuid' | 'text' | 'bigint' | 'cidr';
}

/** Reads a page's keys. The statements are planned anew each time: what is asked for decides which index serves. */
export async function listKeys(
  dataSource: DataSource,
  table: ListTable,
  narrowing: Narrowing,
  range: ListRange,
): Promise<Listed<string>> {
  const page = new KeyPage(dataSource, table, narrowing, range);
  for (const few of narrowing.among) {
    if (await page.isSmall(few)) return page.among(few);
  }
  return page.along();
}

/** Hidden from the planner, which would else rather sort what it takes for few than go along an index for that many. */
function atMost(rows: number): Sql {
  return sql`limit (select ${rows}::int)`;
}

class KeyPage {
  private readonly table: Sql;
  private readonly key: Sql;
  private readonly onwards: Sql;
  private readonly direction: Sql;

  constructor(
    private readonly dataSource: DataSource,
    table: ListTable,
    private readonly narrowing: Narrowing,
    private readonly range: ListRange,
  ) {
    const { after, order } = range;
    this.table = word(table.name);
    this.key = word(`t.${table.key}`);
    this.direction = word(order);
    const beyond = word(order === 'asc' ? '>' : '<');
    this.onwards =
      after === undefined ? word('true') : sql`${this.key} ${beyond} ${after}::${word(table.type)}`;
  }

  async isSmall(keys: Sql): Promise<boolean> {
    const count = sql`select count(*)::int as count from (${keys} ${atMost(MAX_ROWS_LOOKED_AT + 1)}) s`;
    const [{ count: found }] = await this.query<{ count: number }>(count);
    return found <= MAX_ROWS_LOOKED_AT;
  }

  /** Looks each of some keys up (`offset 0` says so), and sorts those that are wanted. */
  async among(keys: Sql): Promise<Listed<string>> {
    const { along, where } = this.narrowing;
    const wanted = all([this.onwards, ...(along ? [conditionOf(along)] : []), ...where]);
    const found = await this.keys(sql`
select ${this.key}::text as key
  from (select distinct key from (${keys} ${atMost(MAX_ROWS_LOOKED_AT)}) s) s
 cross join lateral (select * from ${this.table} t where ${this.key} = s.key offset 0) t
 where ${wanted}
 ${this.ordered()}
 limit ${this.range.limit + 1}`);
    return this.cut(found);
  }

  /** Goes along an index in the order of the list, as far as it takes. */
  async along(): Promise<Listed<string>> {
    const { first, rows } = this.way();
    const found = await this.keys(sql`
select ${this.key}::text as key
  from (select t.*, ${first ?? word('null')} as first from ${rows} ${atMost(MAX_ROWS_LOOKED_AT)}) t
 where ${all(this.narrowing.where)}
 ${this.ordered(first && word('t.first'))}
 limit ${this.range.limit + 1}`);
    return found.length > this.range.limit || this.narrowing.where.length === 0
      ? this.cut(found)
      : { rows: found, next: await this.lastLookedAt() };
  }

  /**
   * The rows from where the page begins in the order of the list, and the first column of the index that has this order. That the
   * column has one value is said by two bounds: of an equality PostgreSQL would know that other indexes have that order as
   * well, and go along one of those past all rows of other values.
   */
  private way(): { first?: Sql; rows: Sql } {
    const { along = { part: word('true') } } = this.narrowing;
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

  /** The key of the last row that was looked at, where there are more than are looked at. */
  private async lastLookedAt(): Promise<string | undefined> {
    const skipped = sql`offset (select ${MAX_ROWS_LOOKED_AT - 1}::int) limit 1`;
    return (await this.keys(sql`select ${this.key}::text as key from ${this.way().rows} ${skipped}`)).at(0);
  }

  private cut(found: readonly string[]): Listed<string> {
    const rows = found.slice(0, this.range.limit);
    return found.length > rows.length ? { rows, next: rows.at(-1) } : { rows };
  }

  private async keys(statement: Sql): Promise<string[]> {
    return (await this.query<{ key: string }>(statement)).map(({ key }) => key);
  }

  private query<R>(statement: Sql): Promise<R[]> {
    return this.dataSource.query<R[]>(...statement.toQuery());
  }
}

/** The rows of a page in the order of its keys; one that has gone since is left out. */
export function inOrder<R>({ rows: keys, next }: Listed<string>, found: ReadonlyMap<string, R>): Listed<R> {
  return { rows: keys.flatMap((key) => found.get(key) ?? []), next };
}
