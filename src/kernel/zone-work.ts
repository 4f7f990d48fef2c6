import { groupedBy } from './grouped.js';
import { groupsOf } from './in-turns.js';

/** A small part of the default `QUEUE_LIMIT`, so that requests of clients find places in the queue of a zone. */
const AT_ONCE = 32;

/**
 * Work that a worker finds anew each round, the earliest of all zones. Zones in which it failed are left out until a round has
 * ended without a failure: else one that fails all the time, and has more to do than a round takes, would keep the others waiting.
 */
export class ZoneWork {
  private readonly failed = new Set<string>();

  /** The zones to leave out of the round that begins. */
  leftOut(): string[] {
    return [...this.failed];
  }

  /**
   * Does the work in all zones at the same time, but only some of it at a time in each. After a failure, the rest of that zone's
   * work is left to a later round.
   *
   * @throws the first failure, after the work in all zones has ended
   */
  async do<T extends { readonly zoneId: string }>(
    items: readonly T[],
    work: (item: T) => Promise<unknown>,
  ): Promise<void> {
    await allEnded([...groupedBy(items, ({ zoneId }) => zoneId)], async ([zoneId, ofZone]) => {
      try {
        for (const group of groupsOf(ofZone, AT_ONCE)) await allEnded(group, work);
      } catch (error) {
        this.failed.add(zoneId);
        throw error;
      }
    });
    this.failed.clear();
  }
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
