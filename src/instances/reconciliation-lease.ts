import { Logger } from '@nestjs/common';
import { Rounds } from '../kernel/rounds.js';
import type { LeasedProvider, ReconciliationsRepository } from './reconciliations.repository.js';

/** Short, because other processes wait for it when the owner dies. */
export const LEASE_SECONDS = 15;
/** Some renewals may fail, as in a short outage of the database, before the lease expires. */
const RENEWAL_MS = 3_000;

/** A provider's lease, renewed while the work under it runs, which may take longer than the lease. */
export class ReconciliationLease {
  private readonly log = new Logger(ReconciliationLease.name);
  private readonly loss = new AbortController();
  private readonly renewals = new Rounds(
    () => this.renew(),
    RENEWAL_MS,
    (error) => this.log.warn(`provider ${this.held.providerId} is kept later: ${String(error)}`),
  );
  private expiry?: NodeJS.Timeout;

  constructor(
    private held: LeasedProvider,
    private readonly reconciliations: ReconciliationsRepository,
  ) {}

  /** The lease as last stored. */
  get current(): LeasedProvider {
    return this.held;
  }

  /** Whether another process may hold the provider. */
  get isLost(): boolean {
    return this.loss.signal.aborted;
  }

  /** Runs the work. Its signal is aborted with the given one, or as soon as the lease is lost. */
  async during<T>(given: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.expireInTime();
    this.renewals.start();
    try {
      return await work(AbortSignal.any([given, this.loss.signal]));
    } finally {
      await this.renewals.stop();
      clearTimeout(this.expiry);
    }
  }

  private async renew(): Promise<void> {
    const renewed = await this.reconciliations.renew(this.held, LEASE_SECONDS);
    if (!renewed) return this.loss.abort();
    this.held = renewed;
    this.expireInTime();
  }

  private expireInTime(): void {
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => this.loss.abort(), this.held.endsAt - performance.now());
  }
}
