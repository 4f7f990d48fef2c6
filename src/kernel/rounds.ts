/**
 * Work that is done again and again at an interval, and at once when somebody asks: never two rounds at the same time,
 * and none after `stop`.
 */
export class Rounds<T = void> {
  private timer?: NodeJS.Timeout;
  private underWay?: Promise<T>;
  private isWanted = false;

  constructor(
    private readonly round: () => Promise<T>,
    private readonly everyMilliseconds: number,
    /** Told of a round that failed; the next one comes all the same. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.turn(), this.everyMilliseconds);
    this.timer.unref();
  }

  /** Begins a round now, or after the one under way, which may have looked already; unless there are to be none. */
  wake(): void {
    if (!this.timer) return;
    if (this.underWay) this.isWanted = true;
    else void this.begin().catch(this.onFailure);
  }

  private turn(): void {
    if (!this.underWay) this.wake();
  }

  /** A round that begins now: one that is under way may have looked before. Rejects when it fails. */
  async run(): Promise<T> {
    await this.underWay?.catch(() => undefined);
    return this.begin();
  }

  /** Resolves when the round under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.underWay?.catch(() => undefined);
  }

  /** A round, unless one has just begun. */
  private begin(): Promise<T> {
    this.underWay ??= this.round().finally(() => {
      this.underWay = undefined;
      if (!this.isWanted) return;
      this.isWanted = false;
      this.wake();
    });
    return this.underWay;
  }
}
