import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { PollingWorker } from '../database/polling-worker.js';
import type { Remember } from '../database/remembered-request.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  CredentialsRefused,
  pauseAsked,
  PlatformRefused,
  PlatformUnreachable,
} from '../providers/drivers/driver.js';
import type { Provider } from '../providers/provider.js';
import { ProvidersService } from '../providers/providers.service.js';
import { SecretUnreadable } from '../security/sealed-secrets.js';
import { failureOf, shortened } from './platform-failure.js';
import { PlatformJobs, STOPPING } from './platform-jobs.js';
import { LEASE_SECONDS, ReconciliationLease } from './reconciliation-lease.js';
import { Reconciler, Repairs, type Reconciliation } from './reconciler.js';
import { GRACE_SECONDS } from './reconciliation.js';
import { ReconciliationsRepository, type LeasedProvider } from './reconciliations.repository.js';

const TURN_MS = 1_000;
/** How often new providers are looked for, as a share of the time until their first run. */
const LOOK_SHARE = 0.1;
const AT_ONCE = 8;
const GIVE_UP_MS = 60_000;
/**
 * Minimum pause between reconciliations of a provider at start-up, so that repeated restarts don't load the platforms.
 */
const MIN_PAUSE_SECONDS = 10;
const RETRY_SECONDS = 60;
/** Longer than a lease, so that a request succeeds after the owner has died. */
const ON_DEMAND_MS = 20_000;
const TURN_TO_WAIT_MS = 100;
/** Errors that a discovery counts as a refusal. */
const REFUSALS = [PlatformRefused, CredentialsRefused, SecretUnreadable] as const;

/** Counters of reconciliations in this process, for the metrics. */
export interface ReconciliationFigures {
  /** Finished and unfinished comparisons. */
  ended: number;
  unfinished: number;
  /** Servers removed, instances whose server was gone, instances whose server had failed. */
  removed: number;
  lost: number;
  failed: number;
}

/** Reconciles every provider when the service starts, from time to time, and on demand; one process at a time each. */
@Injectable()
export class ReconciliationService extends PollingWorker {
  readonly figures: ReconciliationFigures = { ended: 0, unfinished: 0, removed: 0, lost: 0, failed: 0 };
  private readonly jobs = new PlatformJobs();
  private underWay = 0;
  private hasBegun = false;
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly reconciler: Reconciler,
    private readonly reconciliations: ReconciliationsRepository,
    private readonly providers: ProvidersService,
    private readonly configuration: Configuration,
  ) {
    super(TURN_MS, 'providers are reconciled later');
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.rounds.wake();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.jobs.stop();
  }

  /**
   * Reconciles one provider now. A `platform-unreachable` may come after a part of the repairs, and says so.
   *
   * @throws DomainError `unknown-provider`, `provider-retired`, `reconciliation-under-way`, `platform-unreachable`, `platform-refused`
   */
  async reconcile(reference: string, remember?: Remember<Reconciliation>): Promise<Reconciliation> {
    const { id, zoneId } = await this.providers.inService(reference);
    await this.reconciliations.enrol(this.configuration.reconcileSeconds);
    const leased = await this.leaseSoon({ id, zoneId });
    return this.jobs
      .begin(ON_DEMAND_MS, (signal) => this.run(leased, signal, remember))
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
  }

  protected async round(): Promise<void> {
    await this.reconciliations.forgetRetired();
    await this.enrolNew();
    if (!this.hasBegun) await this.reconciliations.hasten(MIN_PAUSE_SECONDS);
    this.hasBegun = true;
    if (this.underWay >= AT_ONCE) return;
    const due = await this.reconciliations.leaseDue(AT_ONCE - this.underWay, LEASE_SECONDS);
    for (const leased of due) {
      this.underWay += 1;
      void this.jobs
        .begin(GIVE_UP_MS, (signal) => this.run(leased, signal))
        .catch(() => undefined)
        .finally(() => (this.underWay -= 1));
    }
  }

  private async enrolNew(): Promise<void> {
    const { reconcileSeconds } = this.configuration;
    const now = performance.now();
    if (now - this.lookedAt < reconcileSeconds * 1_000 * LOOK_SHARE) return;
    await this.reconciliations.enrol(this.hasBegun ? reconcileSeconds : 0);
    this.lookedAt = now;
  }

  private async run(
    leased: LeasedProvider,
    giveUp: AbortSignal,
    remember?: Remember<Reconciliation>,
  ): Promise<Reconciliation> {
    const lease = new ReconciliationLease(leased, this.reconciliations);
    const repairs = new Repairs();
    const result = await this.compare(lease, repairs, giveUp).finally(() =>
      this.note(leased.providerId, repairs),
    );
    this.figures.ended += 1;
    await this.end(lease, result, remember);
    return result;
  }

  /**
   * Stores the end of a comparison. If another request stored the key meanwhile, the comparison ends all the same,
   * because repairs are not undone.
   */
  private async end(
    { current }: ReconciliationLease,
    result: Reconciliation,
    remember?: Remember<Reconciliation>,
  ): Promise<void> {
    const { reconcileSeconds } = this.configuration;
    const [unsettled] = result.unsettled;
    const soon = Math.min(result.young > 0 ? GRACE_SECONDS : Infinity, unsettled ? RETRY_SECONDS : Infinity);
    const next = Math.min(reconcileSeconds, soon);
    const failure = unsettled && shortened(`server ${unsettled.serverId}: ${unsettled.reason}`);
    try {
      await this.reconciliations.settle(current, next, { failure, request: remember?.(result) });
    } catch (error) {
      this.log.warn(
        `provider ${current.providerId} was reconciled, which could not be stored: ${String(error)}`,
      );
      if (remember) await this.reconciliations.settle(current, next, { failure });
      throw error;
    }
  }

  private async compare(
    lease: ReconciliationLease,
    repairs: Repairs,
    giveUp: AbortSignal,
  ): Promise<Reconciliation> {
    const { reconcileSeconds } = this.configuration;
    const { providerId, zoneId } = lease.current;
    const provider = { id: providerId, zoneId };
    try {
      return await lease.during(giveUp, (signal) => this.reconciler.reconcile(provider, repairs, signal));
    } catch (thrown) {
      const error = lease.isLost
        ? alreadyUnderWay('another process may have taken the provider over')
        : failureOfRun(thrown, repairs, giveUp);
      this.figures.unfinished += 1;
      const isStopping = giveUp.reason === STOPPING;
      const next = isStopping ? 0 : Math.max(Math.min(reconcileSeconds, RETRY_SECONDS), pauseAsked(error));
      this.log.warn(`provider ${providerId} could not be reconciled: ${String(error)}`);
      await this.reconciliations
        .settle(lease.current, next, { failure: failureOf(error) })
        .catch((unstored: unknown) =>
          this.logFailure(`the failure of provider ${providerId} could not be stored`, unstored),
        );
      throw error;
    }
  }

  /** Also the repairs of a run that doesn't end. */
  private note(providerId: string, repairs: Repairs): void {
    const { removed, lost, failed, unsettled } = repairs;
    for (const { serverId, reason } of unsettled)
      this.log.warn(`provider ${providerId}: server ${serverId} is left to the next run: ${reason}`);
    this.figures.removed += removed.length;
    this.figures.lost += lost.length;
    this.figures.failed += failed.length;
    if (mendedBy(repairs) === 0) return;
    const servers = removed.map(({ serverId }) => serverId).join(', ');
    this.log.warn(
      `provider ${providerId}: removed servers [${servers}], lost [${lost.join(', ')}], failed [${failed.join(', ')}]`,
    );
  }

  /**
   * Waits for a comparison under way instead of joining it, because the caller wants the present state. A provider that
   * is retired meanwhile can't be leased any more.
   */
  private async leaseSoon(provider: Pick<Provider, 'id' | 'zoneId'>): Promise<LeasedProvider> {
    const deadline = performance.now() + ON_DEMAND_MS;
    for (;;) {
      const leased = await this.reconciliations.leaseOne(provider, LEASE_SECONDS);
      if (leased) return leased;
      await this.providers.inService(provider.id);
      if (performance.now() > deadline) throw alreadyUnderWay('the provider is being reconciled');
      await pause(TURN_TO_WAIT_MS);
    }
  }
}

function alreadyUnderWay(message: string): DomainError {
  return new DomainError('conflict', 'reconciliation-under-way', message, { retryAfter: 10 });
}

function mendedBy({ removed, lost, failed }: Repairs): number {
  return removed.length + lost.length + failed.length;
}

/** When this process gives a run up, its platform may well answer, and a repetition goes on after what is mended. */
function failureOfRun(thrown: unknown, repairs: Repairs, giveUp: AbortSignal): unknown {
  const isStopping = giveUp.reason === STOPPING;
  const mended = mendedBy(repairs);
  const isOurs = giveUp.aborted && (isStopping || mended > 0);
  if (!isOurs || !(thrown instanceof PlatformUnreachable)) return thrown;
  const servers = mended === 1 ? '1 server' : `${mended} servers`;
  const reason = isStopping ? 'the service is stopping' : 'its time was over';
  return new PlatformUnreachable(
    `the reconciliation has mended ${servers} and is not finished, because ${reason}: repeat it`,
  );
}

function refusalOf(error: unknown): unknown {
  const message = failureOf(error);
  if (error instanceof PlatformUnreachable) {
    return new DomainError('unavailable', 'platform-unreachable', message, { retryAfter: 10, cause: error });
  }
  if (REFUSALS.some((kind) => error instanceof kind)) {
    return new DomainError('conflict', 'platform-refused', message, { cause: error });
  }
  return error;
}
