import type { DataSource } from 'typeorm';
import { nodesOf, type PlanNode } from './kept-statements.js';

/** A node of a plan that has run. */
export interface RunNode extends PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
}

/** Runs a statement, and gives the nodes of its plan. */
export async function runNodes(
  dataSource: DataSource,
  text: string,
  values: unknown[] = [],
): Promise<RunNode[]> {
  const [explained] = await dataSource.query<{ 'QUERY PLAN': [{ Plan: RunNode }] }[]>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  return [...nodesOf(explained['QUERY PLAN'][0].Plan)] as RunNode[];
}

/** A bitmap index scan is cheap, however many rows it finds. Only the rows read from the table count. */
export function rowsOf(node: RunNode): number {
  if (node['Node Type'] === 'Bitmap Index Scan') return 0;
  const { 'Actual Rows': given, 'Actual Loops': loops } = node;
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (given + dropped) * loops;
}
