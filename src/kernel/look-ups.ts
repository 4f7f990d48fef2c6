import { Batches } from './batches.js';

/** Finds values by key. Those that are looked up at the same time share a call. */
export class LookUps<R> {
  private readonly batches: Batches<string, R | undefined>;

  /** @param max keys of a call, at most */
  constructor(find: (keys: readonly string[]) => Promise<ReadonlyMap<string, R>>, max: number) {
    this.batches = new Batches(async (keys) => {
      const found = await find([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    }, max);
  }

  find(key: string): Promise<R | undefined> {
    return this.batches.add(key);
  }
}
