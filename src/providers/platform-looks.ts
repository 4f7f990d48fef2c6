import { Injectable, Logger } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { AllocationService } from '../allocation/allocation.service.js';
import { Configuration } from '../config/configuration.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { SealedSecrets, SecretUnreadable } from '../security/sealed-secrets.js';
import { discover, LookStopped, UNHURRIED_DISCOVERY_MS, type DiscoveryOutcome } from './discovery.js';
import { DriverRegistry } from './drivers/driver-registry.js';
import { ProviderChanges } from './provider-changes.js';
import { ProviderConnection } from './provider-connection.js';
import type { ProviderEntity, ProviderInService } from './provider.entity.js';
import { lookColumns, passwordPlace, providerOf, traitsAfter, type LookColumns } from './provider-row.js';
import type { Provider } from './provider.js';
import { ProvidersRepository } from './providers.repository.js';

/** Discovers the platforms of registered providers, and stores the results. Declared capacity stays. */
@Injectable()
export class PlatformLooks {
  private readonly log = new Logger(PlatformLooks.name);
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly providers: ProvidersRepository,
    private readonly drivers: DriverRegistry,
    private readonly credentials: SealedSecrets,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly transactions: Transactions,
    private readonly changes: ProviderChanges,
    private readonly allocation: AllocationService,
  ) {}

  /** Discovers a provider's platform, due or not. Concurrent calls share the discovery. */
  async lookNow(id: string): Promise<void> {
    let look = this.underWay.get(id);
    if (!look) {
      look = this.lookOnce(id).finally(() => this.underWay.delete(id));
      this.underWay.set(id, look);
    }
    return look;
  }

  /**
   * Discovers the platform of a claimed provider.
   *
   * @param row its attempts include this discovery
   * @throws LookStopped when `stop` is aborted meanwhile; nothing is stored then
   */
  async look(row: ProviderInService, stop?: AbortSignal): Promise<void> {
    await this.lookAnd(row, (settle) => this.transactions.run(settle), stop);
  }

  /**
   * Discovers a provider's platform for one caller alone, and runs the caller's work in the transaction that stores the
   * result. Undefined when the provider is no longer in service.
   */
  async lookWith<T>(
    id: string,
    more: (tx: EntityManager, provider: Provider) => Promise<T>,
  ): Promise<T | undefined> {
    const row = await this.providers.findInService(id);
    if (!row) return undefined;
    return this.lookAnd(unscheduled(row), (settle) =>
      this.changes.run(async (tx) => {
        await settle(tx);
        const provider = await this.providers.find(id, row.zoneId, tx);
        return provider && more(tx, provider);
      }),
    );
  }

  /** Gives back a provider whose discovery was cancelled. */
  async giveBack(row: ProviderInService): Promise<void> {
    const changes = { leasedUntil: null, attempts: row.attempts - 1 };
    await this.transactions.run((tx) => this.providers.settle(tx, row, changes));
  }

  private async lookAnd<T>(
    row: ProviderInService,
    store: (settle: (tx: EntityManager) => Promise<void>) => Promise<T>,
    stop?: AbortSignal,
  ): Promise<T> {
    const outcome = await this.outcomeOf(row, stop);
    const now = this.clock.now();
    const look = lookColumns(outcome, now, this.configuration.rediscoverSeconds, row);
    const brought = { ...look, traits: traitsAfter(outcome, {}, row.traits) };
    const updatedAt = isNews(row, brought) ? now : row.updatedAt;
    const changes = { ...brought, updatedAt, leasedUntil: null };
    let counts = false;
    const stored = await store(async (tx) => {
      counts = await this.settle(tx, row, changes);
    });
    if (counts && look.state !== row.state)
      this.log.log(`provider ${row.id} is ${look.state} now, not ${row.state}`);
    return stored;
  }

  private async settle(
    tx: EntityManager,
    row: ProviderInService,
    changes: Partial<ProviderEntity> & Pick<ProviderEntity, 'traits'>,
  ): Promise<boolean> {
    const settle = () => this.providers.settle(tx, row, changes);
    if (isDeepStrictEqual(row.traits, changes.traits)) return settle();
    let counts = false;
    await this.allocation.changeTraits(tx, row.zoneId, async () => (counts = await settle()));
    return counts;
  }

  private async lookOnce(id: string): Promise<void> {
    const row = await this.providers.findInService(id);
    if (row) await this.look(unscheduled(row));
  }

  /** An unforeseen error is a defect of the service: it is thrown, and doesn't count against the platform. */
  private async outcomeOf(row: ProviderInService, stop?: AbortSignal): Promise<DiscoveryOutcome> {
    try {
      const password = this.credentials.open(row.sealedPassword, passwordPlace(row));
      const connection = new ProviderConnection(providerOf(row), password);
      return await discover(this.drivers.of(row.type), connection, UNHURRIED_DISCOVERY_MS, stop);
    } catch (error) {
      if (error instanceof LookStopped) throw error;
      this.log.error(`provider ${row.id} could not be looked at: ${String(error)}`);
      return error instanceof SecretUnreadable
        ? { kind: 'refused', code: 'credentials-refused', reason: `its password: ${error.message}` }
        : { kind: 'unreachable', reason: 'looking at the platform failed here; the log says why' };
    }
  }
}

/** A discovery that was not due counts as one more attempt. */
function unscheduled(row: ProviderInService): ProviderInService {
  return { ...row, attempts: row.attempts + 1 };
}

const VISIBLE = ['state', 'lastError', 'failingSince', 'flavors', 'limits', 'traits'] as const;

/** Whether a discovery has changed anything visible, apart from its time. */
function isNews(row: ProviderEntity, brought: LookColumns & Pick<ProviderEntity, 'traits'>): boolean {
  const after = { ...row, ...brought };
  return VISIBLE.some((member) => !isDeepStrictEqual(row[member], after[member]));
}
