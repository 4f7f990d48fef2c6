/** Runs work under the same key one after the other, in the order of the calls. */
export class KeyedTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** @throws what the work throws; the next one runs all the same */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    this.last.set(key, done);
    try {
      return await done;
    } finally {
      if (this.last.get(key) === done) this.last.delete(key);
    }
  }
}
