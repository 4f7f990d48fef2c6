import { Injectable, Logger } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Configuration } from '../config/configuration.js';
import { Clock } from '../kernel/clock.js';
import { SealedSecrets, SecretUnreadable } from '../security/sealed-secrets.js';
import { discover, LookStopped, type DiscoveryOutcome } from './discovery.js';
import { DriverRegistry } from './drivers/driver-registry.js';
import { ProviderConnection } from './provider-connection.js';
import type { ProviderEntity } from './provider.entity.js';
import { lookColumns, passwordPlace, providerOf, traitsAfter, type LookColumns } from './provider-row.js';
import { ProvidersRepository } from './providers.repository.js';

/** Looks at the platforms of registered providers, and stores what that has brought. Capacity stays as declared. */
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
  ) {}

  /** Looks at a provider's platform whether that is due or not; those who ask meanwhile share the look. */
  async lookNow(id: string): Promise<void> {
    let look = this.underWay.get(id);
    if (!look) {
      look = this.unscheduled(id).finally(() => this.underWay.delete(id));
      this.underWay.set(id, look);
    }
    return look;
  }

  /**
   * Looks at the platform of a claimed provider.
   *
   * @param row with its sealed password; its attempts count this look
   * @throws LookStopped when `stop` is aborted meanwhile; nothing is stored then
   */
  async look(row: ProviderEntity, stop?: AbortSignal): Promise<void> {
    const outcome = await this.outcomeOf(row, stop);
    const now = this.clock.now();
    const look = lookColumns(outcome, now, this.configuration.rediscoverSeconds, row);
    const brought = { ...look, traits: traitsAfter(outcome, {}, row.traits) };
    const updatedAt = isNews(row, brought) ? now : row.updatedAt;
    await this.providers.settle(row, { ...brought, updatedAt, leasedUntil: null });
    if (look.state !== row.state) this.log.log(`provider ${row.id} is ${look.state} now, not ${row.state}`);
  }

  private async unscheduled(id: string): Promise<void> {
    const row = await this.providers.findWithPassword(id);
    if (row) await this.look({ ...row, attempts: row.attempts + 1 });
  }

  /** What fails for an unforeseen reason is a defect here, and no reason to look less often or to hide it. */
  private async outcomeOf(row: ProviderEntity, stop?: AbortSignal): Promise<DiscoveryOutcome> {
    try {
      const password = this.credentials.open(row.sealedPassword, passwordPlace(row));
      const connection = new ProviderConnection(providerOf(row), password);
      return await discover(this.drivers.of(row.type), connection, undefined, stop);
    } catch (error) {
      if (error instanceof LookStopped) throw error;
      this.log.error(`provider ${row.id} could not be looked at: ${String(error)}`);
      return error instanceof SecretUnreadable
        ? { kind: 'refused', code: 'credentials-refused', reason: `its password: ${error.message}` }
        : { kind: 'unreachable', reason: 'looking at the platform failed here; the log says why' };
    }
  }
}

const TOLD = ['state', 'lastError', 'failingSince', 'flavors', 'limits', 'traits'] as const;

/** Whether a look has changed anything that is shown, beyond that there was one. */
function isNews(row: ProviderEntity, brought: LookColumns & Pick<ProviderEntity, 'traits'>): boolean {
  const after = { ...row, ...brought };
  return TOLD.some((member) => !isDeepStrictEqual(row[member], after[member]));
}
