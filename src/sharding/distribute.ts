import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { APPEND_FUNCTION, CREATE_APPEND_FUNCTION } from '../allocation/ledger/append.function.js';
import { isUnavailable } from '../database/constraints.js';
import { CHANGED_CONSTRAINTS, DISTRIBUTED, MANAGED, REFERENCE, ZONES } from '../database/table-plan.js';

/** Enough to spread the shards over 32 nodes. A shard of each table costs each connection a little memory. */
export const DEFAULT_SHARDS = 32;

/** Services hold locks on several tables for moments. */
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 250;

type Report = (line: string) => void;

interface Row {
  readonly name: string;
}

/**
 * Distributes the tables by zone, in one transaction: an interrupted run has changed nothing. What is distributed
 * already stays as it is, so it can be run again, as after an update that adds a table. Statements of running services
 * wait meanwhile, and time out.
 */
export async function distribute(runner: QueryRunner, shards: number, report: Report): Promise<void> {
  await requireCluster(runner);
  const known = await tablesOf(runner);
  const missing = [...DISTRIBUTED, ...REFERENCE, ...MANAGED].filter((name) => !known.has(name));
  await beginAlone(runner, missing);
  try {
    // Foreign keys to reference tables allow one connection per node only.
    await runner.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await changeConstraints(runner, report);
    for (const table of DISTRIBUTED.filter((name) => !known.has(name))) {
      if (table === ZONES)
        await runner.query(`select create_distributed_table($1, 'zone_id', shard_count => $2)`, [
          table,
          shards,
        ]);
      else
        await runner.query(`select create_distributed_table($1, 'zone_id', colocate_with => $2)`, [
          table,
          ZONES,
        ]);
      report(`distributed ${table} by zone_id`);
    }
    for (const table of REFERENCE.filter((name) => !known.has(name))) {
      await runner.query(`select create_reference_table($1)`, [table]);
      report(`copied ${table} to every node`);
    }
    for (const table of MANAGED.filter((name) => !known.has(name))) {
      await runner.query(`select citus_add_local_table_to_metadata($1)`, [table]);
      report(`made ${table} known to Citus; it stays on the coordinator`);
    }
    await recountWatched(runner);
    await createAppendFunction(runner, report);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/**
 * Begins a transaction with these tables locked. One lock after the other, in the middle of the work, would be a
 * deadlock with a service sooner or later.
 */
async function beginAlone(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await runner.startTransaction();
    if (tables.length === 0) return;
    try {
      await runner.query(`lock table ${tables.join(', ')} in access exclusive mode`);
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      if (attempt === LOCK_ATTEMPTS || !isUnavailable(error)) throw error;
    }
    await pause(LOCK_PAUSE_MS);
  }
}

/** What is watched, for the appends on the other nodes. Processes of an earlier release did not keep it. */
async function recountWatched(runner: QueryRunner): Promise<void> {
  await runner.query('update subscription_changes set number = number');
  const [{ changes, creations }] = (await runner.query(`
    select coalesce(bool_or(kind = 'reservation'), false) as changes,
           coalesce(bool_or(kind = 'reservation' and reservation_ids = '[]'), false) as creations
      from subscriptions`)) as { changes: boolean; creations: boolean }[];
  await runner.query('update subscription_changes set watches_changes = $1, watches_creations = $2', [
    changes,
    creations,
  ]);
}

async function requireCluster(runner: QueryRunner): Promise<void> {
  const extensions = (await runner.query(`select 1 from pg_extension where extname = 'citus'`)) as unknown[];
  if (extensions.length === 0) throw new Error('the database has no extension citus: see docs/scale.md');
  const [{ coordinators, workers }] = (await runner.query(`
    select count(*) filter (where groupid = 0)::int as coordinators,
           count(*) filter (where groupid <> 0 and isactive and shouldhaveshards)::int as workers
      from pg_dist_node where noderole = 'primary'`)) as { coordinators: number; workers: number }[];
  if (coordinators === 0) {
    throw new Error('the coordinator is not known to its cluster: call citus_set_coordinator_host(…)');
  }
  if (workers === 0) throw new Error('the cluster has no worker: call citus_add_node(…)');
}

async function changeConstraints(runner: QueryRunner, report: Report): Promise<void> {
  for (const { table, name, definition } of CHANGED_CONSTRAINTS) {
    const [found] = (await runner.query(
      `select pg_get_constraintdef(oid) as name from pg_constraint where conrelid = $1::regclass and conname = $2`,
      [table, name],
    )) as Row[];
    if (found?.name === definition) continue;
    const replaced = definition === undefined ? '' : `, add constraint ${name} ${definition}`;
    await runner.query(`alter table ${table} drop constraint ${name}${replaced}`);
    report(definition === undefined ? `dropped ${name}` : `changed ${name} to ${definition}`);
  }
}

/** The tables that Citus knows. */
async function tablesOf(runner: QueryRunner): Promise<ReadonlySet<string>> {
  const rows = (await runner.query(`select logicalrelid::text as name from pg_dist_partition`)) as Row[];
  return new Set(rows.map(({ name }) => name));
}

async function createAppendFunction(runner: QueryRunner, report: Report): Promise<void> {
  const [{ name: present }] = (await runner.query(
    `select exists (select from pg_dist_object where objid = to_regprocedure($1)) as name`,
    [APPEND_FUNCTION],
  )) as { name: boolean }[];
  if (present) return;
  await runner.query(CREATE_APPEND_FUNCTION);
  await runner.query(`select create_distributed_function($1, '$1', colocate_with => $2)`, [
    APPEND_FUNCTION,
    ZONES,
  ]);
  report(`created ${APPEND_FUNCTION}, which appends to a zone on its node`);
}
