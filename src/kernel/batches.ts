interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Work on single items that is cheaper done on many: what comes while a batch is under way makes up the next one. Alone
 * an item waits for nobody.
 */
export class Batches<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private isBusy = false;

  /** @param work gives a result per item, in their order; when it fails, it has failed for all of them */
  constructor(
    private readonly work: (items: readonly T[]) => Promise<readonly R[]>,
    private readonly most: number,
  ) {}

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isBusy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) await this.runBatch(this.waiting.splice(0, this.most));
    this.isBusy = false;
  }

  private async runBatch(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
