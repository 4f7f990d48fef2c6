import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/** A statement that is planned once per connection. For the hot ones: planning the append costs more than running it. */
export interface PreparedStatement {
  /** Unique among all statements; a change of the text needs no change of the name, as it is per connection. */
  readonly name: string;
  readonly text: string;
}

/**
 * A value of a statement as the planner does not see it, its place in the list of values counted from one. Of a value that it sees
 * a plan for just this one may look cheaper than the kept one, each time, and making it takes longer than running it.
 */
export function hidden(place: number, type: string): string {
  return `(select $${place}::${type})::${type}`;
}

/** Runs a prepared statement on the manager's transaction, or on a connection of its own. */
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
