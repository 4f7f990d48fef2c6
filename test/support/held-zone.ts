import { AllocationService } from '../../src/allocation/allocation.service.js';
import { eventually } from './eventually.js';
import { nodesOf } from './cluster.js';
import { onServer, urlOf } from './postgres.js';
import type { RunningService } from './service.js';

/** Runs `work` while another transaction locks a zone, so that all writers to the zone wait. */
export function whileZoneIsHeld(url: string, zone: string, work: () => Promise<void>): Promise<void> {
  return whileLockIsHeld(url, ['select from zones where zone_id = $1 for update', zone], work);
}

/**
 * Runs `work` between a statement, whose locks it meets, and its commit. On a connection of its own: PostgreSQL ends one of the service's
 * after three idle seconds in a transaction.
 */
export function whileLockIsHeld(
  url: string,
  [statement, ...values]: readonly [string, ...string[]],
  work: () => Promise<void>,
): Promise<void> {
  return onServer(url, async (holder) => {
    await holder.query('begin');
    await holder.query(statement, values);
    await work();
    await holder.query('commit');
  });
}

const WAITS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** How many connections of a database wait for a lock. On a cluster the nodes of the zones have them. */
export async function locksAwaited(url: string): Promise<number> {
  const database = new URL(url).pathname.slice(1);
  let count = 0;
  for (const node of nodesOf(url)) {
    const { rowCount } = await onServer(urlOf(node, database), (client) => client.query(WAITS));
    count += rowCount ?? 0;
  }
  return count;
}

/** Waits until `count` connections of a database wait for a lock, or more: a worker may also have something to write. */
export function untilLockIsAwaited(url: string, count = 1): Promise<void> {
  return eventually(async () => expect(await locksAwaited(url)).toBeGreaterThanOrEqual(count));
}

/** How many requests of a zone are queued, for a batch after the one that waits for the lock. */
export function queuedIn({ app }: Pick<RunningService, 'app'>, zone: string): number {
  const loops = app.get(AllocationService, { strict: false }).activeLoops();
  return loops.find(({ zoneId }) => zoneId === zone)?.queued ?? 0;
}

export function untilQueued(
  service: Pick<RunningService, 'app'>,
  zone: string,
  count: number,
): Promise<void> {
  return eventually(() => Promise.resolve(expect(queuedIn(service, zone)).toBe(count)));
}
