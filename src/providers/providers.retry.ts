import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Rounds } from '../kernel/rounds.js';
import { SealedSecrets } from '../security/sealed-secrets.js';
import { discover } from './discovery.js';
import { DriverRegistry } from './drivers/driver-registry.js';
import { ProviderConnection } from './provider-connection.js';
import type { ProviderEntity } from './provider.entity.js';
import { lookColumns, passwordPlace, providerOf, traitsAfter } from './provider-row.js';
import { ProvidersRepository } from './providers.repository.js';

const INTERVAL_MILLISECONDS = 1_000;
/** Well above what a look takes, so that a provider is claimed by one process at a time. */
const CLAIM_SECONDS = 60;
const BATCH = 20;

/** Looks again at platforms that could not be reached when their provider was registered. */
@Injectable()
export class ProvidersRetry implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ProvidersRetry.name);
  private readonly rounds = new Rounds(
    () => this.lookAtDue(),
    INTERVAL_MILLISECONDS,
    (error) => this.logger.warn(`providers could not be retried: ${String(error)}`),
  );

  constructor(
    private readonly providers: ProvidersRepository,
    private readonly drivers: DriverRegistry,
    private readonly credentials: SealedSecrets,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  /** Looks at the platforms that are due and resolves with their number. A round that is under way is joined. */
  tick(): Promise<number> {
    return this.rounds.run();
  }

  private async lookAtDue(): Promise<number> {
    const now = this.clock.now();
    const due = await this.providers.claimDue(now, now + CLAIM_SECONDS, BATCH);
    await Promise.all(due.map((row) => this.lookAt(row)));
    return due.length;
  }

  /** One that fails for an unforeseen reason is left to its claim: it is due again when that ends. */
  private async lookAt(row: ProviderEntity): Promise<void> {
    try {
      const password = this.credentials.open(row.sealedPassword, passwordPlace(row));
      const connection = new ProviderConnection(providerOf(row), password);
      const outcome = await discover(this.drivers.of(row.type), connection);
      const now = this.clock.now();
      const look = lookColumns(outcome, now, row.attempts);
      const traits = traitsAfter(outcome, {}, row.traits);
      await this.providers.settle(row, { ...look, traits, updatedAt: now });
      this.logger.log(`provider ${row.id} is ${look.state}`);
    } catch (error) {
      this.logger.error(`provider ${row.id} could not be looked at: ${String(error)}`);
    }
  }
}
