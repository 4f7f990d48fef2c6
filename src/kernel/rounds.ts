import { AsyncResource } from 'node:async_hooks';

/** A job that fails several times a second, as while the database is away, would flood the log. */
const SAME_FAILURE_MS = 10_000;

/** Runs a job at an interval, and on demand. Runs never overlap. After `stop` only `run` starts one. */
export class Rounds<T = void> {
  private timer?: NodeJS.Timeout;
  private underWay?: Promise<T>;
  private isWanted = false;
  private lastFailure = { text: '', at: -Infinity };

  private readonly round: () => Promise<T>;

  constructor(
    round: () => Promise<T>,
    private readonly everyMilliseconds: number,
    /** Called when a run fails, every ten seconds at most with the same error. The next run happens all the same. */
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
    else void this.begin().catch((error: unknown) => this.report(error));
  }

  private report(error: unknown): void {
    const [text, now] = [String(error), performance.now()];
    const isRepeated = text === this.lastFailure.text && now - this.lastFailure.at < SAME_FAILURE_MS;
    if (isRepeated) return;
    this.lastFailure = { text, at: now };
    this.onFailure(error);
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
