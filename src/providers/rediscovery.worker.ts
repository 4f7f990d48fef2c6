import { Injectable } from '@nestjs/common';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';
import { LookStopped } from './discovery.js';
import { PlatformLooks } from './platform-looks.js';
import type { ProviderInService } from './provider.entity.js';
import { ProvidersRepository } from './providers.repository.js';

const INTERVAL_MS = 1_000;
/** Longer than any discovery takes. After a process dies, its providers wait this long. */
const LEASE_SECONDS = 60;
const AT_ONCE = 20;

/**
 * Discovers every platform at intervals: soon again after one that can't be reached, seldom after a refusal. A round
 * only starts discoveries, and each that ends makes room for the next, so that a silent platform delays no others.
 */
@Injectable()
export class Rediscovery extends PollingWorker<number> {
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly providers: ProvidersRepository,
    private readonly looks: PlatformLooks,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, 'platforms could not be looked at');
  }

  /** Cancels discoveries under way and gives them back, so that another process can begin them at once. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    this.stopping.abort();
    await Promise.all(this.underWay);
  }

  /** Begins due discoveries, and resolves with their number as soon as all under way have ended. */
  override async tick(): Promise<number> {
    const begun = await super.tick();
    await Promise.all(this.underWay);
    return begun;
  }

  protected async round(): Promise<number> {
    const free = AT_ONCE - this.underWay.size;
    if (free === 0) return 0;
    const due = await this.providers.claimDue(this.clock.now(), LEASE_SECONDS, free);
    for (const row of due) this.begin(row);
    return due.length;
  }

  private begin(row: ProviderInService): void {
    const look = this.lookAt(row).finally(() => {
      this.underWay.delete(look);
      this.rounds.wake();
    });
    this.underWay.add(look);
  }

  /**
   * If a result can't be stored, for instance while the database is down, the provider is due again when its lease
   * expires.
   */
  private async lookAt(row: ProviderInService): Promise<void> {
    try {
      await this.looks.look(row, this.stopping.signal);
    } catch (error) {
      if (error instanceof LookStopped) await this.giveBack(row);
      else this.logFailure(`provider ${row.id}: a look could not be stored`, error);
    }
  }

  private async giveBack(row: ProviderInService): Promise<void> {
    try {
      await this.looks.giveBack(row);
    } catch (error) {
      this.log.warn(`provider ${row.id} stays leased until its time is over: ${String(error)}`);
    }
  }
}
