/** How much later than others a notification may become visible that was stored before them. */
const MAX_DELAY_MS = 30_000;

/** Keeps track of a list that grows: gives each entry once, and reads again only its latest entries. */
export class Unseen<T extends { readonly position: number }> {
  /** By position: when it was seen. */
  private readonly seen = new Map<number, number>();
  /** Nothing appears any more up to this position. */
  private settled = -Infinity;

  /**
   * @param latest the list, from its end
   * @returns the new entries in the order of the list
   */
  async of(latest: AsyncIterable<T>, now = performance.now()): Promise<T[]> {
    this.settle(now - MAX_DELAY_MS);
    const found: T[] = [];
    for await (const entry of latest) {
      if (entry.position <= this.settled) break;
      if (!this.seen.has(entry.position)) found.push(entry);
    }
    // Not before: the list may fail on the way, and is then read again.
    for (const { position } of found) this.seen.set(position, now);
    return found.reverse();
  }

  private settle(until: number): void {
    for (const [position, at] of this.seen) {
      if (at > until) continue;
      this.settled = Math.max(this.settled, position);
      this.seen.delete(position);
    }
  }
}
