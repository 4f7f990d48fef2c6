import { FairQueue } from './fair-queue.js';

export interface PlaceQueueLimits {
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** The error of a request that gets no place in time. */
  readonly refusal: () => Error;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Requests that wait for a place, up to a limit in time and number. Clients take turns. */
export class PlaceQueue {
  private readonly queue = new FairQueue<Waiting>();

  constructor(private readonly limits: PlaceQueueLimits) {}

  get size(): number {
    return this.queue.size;
  }

  /**
   * Waits until `next` lets it begin. A full queue gives its last places to the clients that have the fewest.
   *
   * @throws the refusal
   */
  wait(client: string): Promise<void> {
    const { maxWaiting, maxWaitMs, refusal } = this.limits;
    if (this.queue.size >= maxWaiting) {
      const displaced = this.queue.displaceFor(client);
      if (!displaced) return Promise.reject(refusal());
      displaced.refuse();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(client, waiting);
        reject(refusal());
      }, maxWaitMs);
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          reject(refusal());
        },
      };
      this.queue.add(client, waiting);
    });
  }

  /** Lets the next one begin; false if none waits. */
  next(): boolean {
    const next = this.queue.take();
    next?.begin();
    return next !== undefined;
  }
}
