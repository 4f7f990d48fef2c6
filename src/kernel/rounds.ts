import { AsyncResource } from 'node:async_hooks';

/** Runs a job at an interval, and on demand. Runs never overlap, and none starts after `stop`. */
export class Rounds<T = void> {
  private timer?: NodeJS.Timeout;
  private underWay?: Promise<T>;
  private isWanted = false;

  private readonly round: () => Promise<T>;

  constructor(
    round: () => Promise<T>,
    private readonly everyMilliseconds: number,
    /** Called when a run fails. The next run happens all the same. */
    private readonly onFailure: (error: unknown) => void,
  ) {
    // A request that wakes the job must not pass its trace on to it.
    this.round = AsyncResource.bind(round);
  }

  start(): void {
    this.timer = setInterval(() => this.turn(), this.everyMilliseconds);
    this.timer.unref();
  }

  /**
   * Runs now, or once more after the current run, which may already have read the old state. No-op before `start` and
   * after `stop`.
   */
  wake(): void {
    if (!this.timer) return;
    if (this.underWay) this.isWanted = true;
    else void this.begin().catch(this.onFailure);
  }

  private turn(): void {
    if (!this.underWay) this.wake();
  }

  /** Runs once after the current run, which may already have read the old state. Rejects if the run fails. */
  async run(): Promise<T> {
    await this.underWay?.catch(() => undefined);
    return this.begin();
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.underWay?.catch(() => undefined);
  }

  /** Starts a run, or returns the one in progress. */
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
