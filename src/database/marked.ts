import type { LabelFilter } from '../kernel/marks.js';
import type { Criterion } from './narrowing.js';
import { all, sql, sqlWord, type Sql } from './sql.js';

/** Rows that have all the given labels; undefined for an empty list. */
export function labelled(table: string, labels: readonly LabelFilter[]): Criterion | undefined {
  if (labels.length === 0) return undefined;
  const where = all(labels.map(hasLabel));
  return {
    where,
    among: sql`select t.id as key from ${sqlWord(table)} t where t.labels is not null and ${where}`,
  };
}

function hasLabel({ key, value }: LabelFilter): Sql {
  return value === undefined
    ? sql`t.labels ? ${key}::text`
    : sql`t.labels @> ${JSON.stringify({ [key]: value })}::jsonb`;
}
