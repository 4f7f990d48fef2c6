/** A queue whose clients take turns: one that has many entries delays the others by one entry at a time. */
export class FairQueue<T> {
  /** The client whose turn it is comes first. A client without entries has no line. */
  private readonly lines = new Map<string, Set<T>>();
  private entries = 0;

  get size(): number {
    return this.entries;
  }

  add(client: string, entry: T): void {
    const line = this.lines.get(client) ?? new Set();
    line.add(entry);
    this.lines.set(client, line);
    this.entries += 1;
  }

  delete(client: string, entry: T): void {
    const line = this.lines.get(client);
    if (!line?.delete(entry)) return;
    this.entries -= 1;
    if (line.size === 0) this.lines.delete(client);
  }

  /** Removes the oldest entry of the client whose turn it is. */
  take(): T | undefined {
    for (const [client, line] of this.lines) {
      const [entry] = line;
      this.delete(client, entry);
      this.lines.delete(client);
      if (line.size > 0) this.lines.set(client, line);
      return entry;
    }
    return undefined;
  }

  /** Removes the newest entry of the client that has the most, if it has more than this client would have. */
  displaceFor(client: string): T | undefined {
    const own = (this.lines.get(client)?.size ?? 0) + 1;
    const [longest] = [...this.lines].toSorted(([, a], [, b]) => b.size - a.size);
    if (!longest || longest[1].size <= own) return undefined;
    const newest = [...longest[1]].at(-1);
    if (newest !== undefined) this.delete(longest[0], newest);
    return newest;
  }
}
