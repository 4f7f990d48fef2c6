/**
 * A queue that runs `work` while it has items. `work` takes as many as it wants. The first item starts `work` at once.
 */
export class DrainQueue<T> {
  private readonly waiting: T[] = [];
  private underWay = 0;

  /**
   * @param work must not reject
   * @param concurrency maximum concurrent runs of `work`
   */
  constructor(
    private readonly work: (queue: DrainQueue<T>) => Promise<void>,
    private readonly concurrency = 1,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  /** Runs of `work` in progress. */
  get running(): number {
    return this.underWay;
  }

  add(item: T): void {
    this.waiting.push(item);
    if (this.underWay < this.concurrency) void this.drain();
  }

  /** Takes the oldest items: at most `max`, up to the first for which `isEnd` holds. */
  take(max: number, isEnd: (item: T) => boolean = () => false): T[] {
    const end = this.waiting.findIndex(isEnd);
    return this.waiting.splice(0, end < 0 ? max : Math.min(max, end));
  }

  private async drain(): Promise<void> {
    this.underWay += 1;
    while (this.waiting.length > 0) await this.work(this);
    this.underWay -= 1;
  }
}
