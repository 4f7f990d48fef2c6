import { sql, type Sql } from './sql.js';

/** What one filter narrows a list to. The table is `t` in all of it. */
export interface Criterion {
  readonly where?: Sql;
  readonly along?: Way;
  /** A query of the keys (as `key`) of all rows that are wanted, and perhaps of others, that an index answers. */
  readonly among?: Sql;
}

/** Rows in the order of the list: those of one value of an index's first column, or of a whole partial index. */
export type Way = { readonly column: Sql; readonly value: Sql } | { readonly part: Sql };

/**
 * What a list is narrowed to by all of its filters. Its page is looked for among the keys of the first `among` that gives few,
 * else in the order of the list: along the first `along`, or all rows there are.
 */
export interface Narrowing {
  readonly along?: Way;
  readonly where: readonly Sql[];
  readonly among: readonly Sql[];
}

/** Puts criteria together; those that come first go first where only one can serve. */
export function narrowing(criteria: readonly (Criterion | undefined)[]): Narrowing {
  const given = criteria.filter((criterion) => criterion !== undefined);
  const [along, ...others] = given.flatMap(({ along: way }) => way ?? []);
  return {
    along,
    where: [...others.map(conditionOf), ...given.flatMap(({ where }) => where ?? [])],
    among: given.flatMap(({ among }) => among ?? []),
  };
}

export function conditionOf(way: Way): Sql {
  return 'part' in way ? way.part : sql`${way.column} = ${way.value}`;
}

/** The criterion of a filter that may not be given. */
export function ifGiven<T>(value: T | undefined, criterion: (value: T) => Criterion): Criterion | undefined {
  return value === undefined ? undefined : criterion(value);
}
