import type { EntityManager } from 'typeorm';
import { layoutOf } from './layout.js';

/** A write that changes nothing, to a table of the coordinator that Citus knows. */
const TOUCH = `delete from deployment where not single`;

/**
 * Makes a transaction commit in two phases on a cluster. Call it where rows of a zone are written together with rows of
 * tables that lie on the coordinator. Citus doesn't know these, so without this it would commit on the zone's node
 * first, and a crash of the coordinator would lose the rest.
 */
export async function commitInTwoPhases(tx: EntityManager): Promise<void> {
  if (layoutOf(tx.dataSource).isDistributed) await tx.query(TOUCH);
}
