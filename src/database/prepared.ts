import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/** A statement planned once per connection, for the hot paths: planning the append costs more than running it. */
export interface PreparedStatement {
  /** Unique among all statements. A change of the text needs no new name, because names are per connection. */
  readonly name: string;
  readonly text: string;
}

/**
 * Hides a parameter's value from the planner; `place` counts from one. If the planner sees the value, it may find a
 * custom plan cheaper than the generic one each time, and planning takes longer than running.
 */
export function hidden(place: number, type: string): string {
  return `(select $${place}::${type})::${type}`;
}

/**
 * The rows of some ids, as `found` in the `from` of a prepared statement. Looks up each id separately (`offset 0`): a plan made
 * while the table had few rows would otherwise use an index that begins with the zone. $1 ids
 */
export function foundById(columns: string, table: string): string {
  return `unnest(${hidden(1, 'uuid[]')}) as named(id)
 cross join lateral (select ${columns} from ${table} where id = named.id offset 0) found`;
}

/** Runs a prepared statement on the manager's transaction, or on a pooled connection. */
export async function queryPrepared<R extends object>(
  db: EntityManager,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<R[]> {
  const runner = db.queryRunner ?? db.dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as ClientBase;
    return (await client.query<R>({ name, text, values })).rows;
  } finally {
    if (runner !== db.queryRunner) await runner.release();
  }
}
