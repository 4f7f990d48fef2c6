import { groupedBy } from './grouped.js';
import { groupsOf } from './in-turns.js';

/** A small part of the default `QUEUE_LIMIT`, so that requests of clients find places in the queue of a zone. */
const AT_ONCE = 32;

/**
 * Does a worker's work in all zones at the same time, but only some of it at a time in each. After a failure, the rest
 * of that zone's work is left to the next round.
 *
 * @throws the first failure, after the work in all zones has ended
 */
export async function workInZones<T extends { readonly zoneId: string }>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  await allEnded([...groupedBy(items, ({ zoneId }) => zoneId).values()], async (ofZone) => {
    for (const group of groupsOf(ofZone, AT_ONCE)) await allEnded(group, work);
  });
}

/** @throws the first failure, after all have ended */
export async function allEnded<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(items.map(work));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Does work one after the other. One that fails, as the node of its zone is away, does not keep the others from theirs.
 *
 * @throws the first failure, after all
 */
export async function eachInTurn<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  let failure: Error | undefined;
  for (const item of items) {
    await work(item).catch((error: Error) => {
      failure ??= error;
    });
  }
  if (failure) throw failure;
}
