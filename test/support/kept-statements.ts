import type { DataSource } from 'typeorm';

/** Number of connections of a service under test. */
export const POOL_SIZE = 5;

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface KeptStatement {
  readonly name: string;
  /** Number of custom plans. */
  readonly custom: number;
  /** Number of uses of the generic plan. */
  readonly generic: number;
  readonly plan: PlanNode;
}

/** The prepared statements of each connection of a pool, with their generic plans. */
export async function keptStatements(dataSource: DataSource): Promise<KeptStatement[]> {
  const runners = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
  const kept: KeptStatement[] = [];
  try {
    // All at the same time, so that each runner gets another connection.
    await Promise.all(runners.map((runner) => runner.connect()));
    for (const runner of runners) {
      const found = (await runner.query(
        `select name, statement, custom_plans::int as custom, generic_plans::int as generic
           from pg_prepared_statements where not from_sql and statement ~ '\\s'`,
      )) as (Omit<KeptStatement, 'plan'> & { statement: string })[];
      for (const { statement, ...rest } of found) {
        const [explained] = (await runner.query(`explain (generic_plan, format json) ${statement}`)) as {
          'QUERY PLAN': [{ Plan: PlanNode }];
        }[];
        kept.push({ ...rest, plan: explained['QUERY PLAN'][0].Plan });
      }
    }
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
  return kept;
}

export function* nodesOf(node: PlanNode): Iterable<PlanNode> {
  yield node;
  for (const part of node.Plans ?? []) yield* nodesOf(part);
}
