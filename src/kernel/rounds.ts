/**
 * Work that is done again and again at an interval, and at once when somebody asks: never two rounds at the same time,
 * and none after `stop`.
 */
export class Rounds<T = void> {
  private timer?: NodeJS.Timeout;
  private underWay?: Promise<T>;

  constructor(
    private readonly round: () => Promise<T>,
    private readonly everyMilliseconds: number,
    /** Told of a round that failed; the next one comes all the same. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.wake(), this.everyMilliseconds);
    this.timer.unref();
  }

  /** Begins a round now, unless one is under way or there are to be none. */
  wake(): void {
    if (this.timer) void this.run().catch(this.onFailure);
  }

  /** A round, or the one under way; rejects when it fails. */
  run(): Promise<T> {
    this.underWay ??= this.round().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** Resolves when the round under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.underWay?.catch(() => undefined);
  }
}
