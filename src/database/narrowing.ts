import { sql, type Sql } from './sql.js';

/** The restriction of a list by one filter. The table has the alias `t`. */
export interface Criterion {
  readonly where?: Sql;
  readonly along?: Way;
  /** A query that an index answers. It returns the keys (as `key`) of all matching rows, and maybe of others. */
  readonly among?: Sql;
}

/** Rows in list order: those of one value of an index's first column, or of a whole partial index. */
export type Way = { readonly column: Sql; readonly value: Sql } | { readonly part: Sql };

/**
 * The restriction of a list by all of its filters. A page is read through the first `among` that returns few keys, else
 * in list order: along the first `along`, or over all rows.
 */
export interface Narrowing {
  readonly along?: Way;
  readonly where: readonly Sql[];
  readonly among: readonly Sql[];
}

/** Combines criteria; earlier ones take precedence if only one can be used. */
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

/** The criterion of an optional filter. */
export function ifGiven<T>(value: T | undefined, criterion: (value: T) => Criterion): Criterion | undefined {
  return value === undefined ? undefined : criterion(value);
}
