import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Rounds } from '../kernel/rounds.js';
import { isAway } from './constraints.js';

/** A worker that finds its work in the database, in rounds at an interval while the application runs. */
export abstract class PollingWorker<T = void> implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly log = new Logger(this.constructor.name);
  protected readonly rounds: Rounds<T>;
  /** A long round ends early then. */
  protected isStopping = false;

  /**
   * @param everyMilliseconds 0: only on demand
   * @param failure what follows from a failed round, for the log
   */
  protected constructor(
    private readonly everyMilliseconds: number,
    failure: string,
  ) {
    this.rounds = new Rounds(
      () => this.round(),
      everyMilliseconds,
      (error) => this.log.warn(`${failure}: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    if (this.everyMilliseconds > 0) this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.rounds.stop();
  }

  /** One round, now. */
  tick(): Promise<T> {
    return this.rounds.run();
  }

  protected abstract round(): Promise<T>;

  /** Logs that a part of a round has failed: as a warning if the database is away, else as an error. */
  protected logFailure(what: string, error: unknown): void {
    this.log[isAway(error) ? 'warn' : 'error'](`${what}: ${String(error)}`);
  }
}
