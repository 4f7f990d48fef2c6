import { DrainQueue } from './drain-queue.js';

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Batches work that is cheaper per item in bulk. Items added while a batch is in progress form the next batch; the
 * first item starts a batch at once.
 */
export class Batches<T, R> {
  private readonly waiting: DrainQueue<Waiting<T, R>>;

  /** @param work returns a result per item, in their order; if it fails, all items of the batch fail */
  constructor(
    private readonly work: (items: readonly T[]) => Promise<readonly R[]>,
    max: number,
  ) {
    this.waiting = new DrainQueue((queue) => this.runBatch(queue.take(max)));
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => this.waiting.add({ item, resolve, reject }));
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
