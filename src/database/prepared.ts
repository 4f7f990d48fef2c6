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
