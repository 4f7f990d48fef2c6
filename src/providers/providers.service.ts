import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { providerRetired } from '../allocation/admission/refusals.js';
import { AllocationService } from '../allocation/allocation.service.js';
import { openZone } from '../allocation/ledger/ledger.js';
import { Configuration } from '../config/configuration.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { idOf, newId } from '../kernel/identifiers.js';
import { SealedSecrets } from '../security/sealed-secrets.js';
import { discover, type DiscoveryOutcome } from './discovery.js';
import type { Driver } from './drivers/driver.js';
import { DriverRegistry } from './drivers/driver-registry.js';
import { ProviderChanges } from './provider-changes.js';
import { ProviderConnection } from './provider-connection.js';
import {
  connectionTargetOf,
  registrationKeyOf,
  lookColumns,
  passwordPlace,
  targetColumns,
  traitsAfter,
} from './provider-row.js';
import type { ProviderEntity } from './provider.entity.js';
import type { Provider } from './provider.js';
import { ProvidersRepository, type FlavorOffer } from './providers.repository.js';
import { checkKeyLength, type Registered, type Registration } from './registration.js';

/** A platform that can be called. */
export interface Platform {
  readonly driver: Driver;
  readonly connection: ProviderConnection;
}

@Injectable()
export class ProvidersService {
  constructor(
    private readonly providers: ProvidersRepository,
    private readonly changes: ProviderChanges,
    private readonly drivers: DriverRegistry,
    private readonly credentials: SealedSecrets,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly allocation: AllocationService,
  ) {}

  /**
   * Registers a platform as a provider of a zone, or gives a registered provider new credentials. A retired provider is
   * in service again, without capacity. A platform that can't be reached is registered all the same, and discovered
   * later.
   *
   * @throws DomainError `unsupported-provider-type`, `credentials-refused` or `platform-refused`; nothing is stored
   *   then
   */
  async register(registration: Registration, remember?: Remember<Registered>): Promise<Registered> {
    checkKeyLength(registration);
    const driver = this.drivers.of(registration.type);
    const outcome = await discover(driver, new ProviderConnection(registration, registration.password));
    if (outcome.kind === 'refused') throw refusalOf(outcome);
    const state = outcome.kind === 'discovered' ? 'active' : 'pending';
    const store = async (tx: EntityManager): Promise<Registered> => {
      const registered: Registered = { providerId: await this.store(tx, registration, outcome), state };
      await storeRequest(tx, remember?.(registered), this.clock.now());
      return registered;
    };
    return this.changes.run(store);
  }

  /**
   * @param reference a bare id or `ResourceProvider:<id>`
   * @param zoneId its zone, if it is known
   * @throws DomainError `unknown-provider`
   */
  async get(reference: string, zoneId?: string): Promise<Provider> {
    const id = idOf('ResourceProvider', reference);
    const provider = id === undefined ? undefined : await this.providers.find(id, zoneId);
    if (!provider) throw unknownProvider();
    return provider;
  }

  /**
   * A provider whose platform can be called.
   *
   * @throws DomainError `unknown-provider`, `provider-retired`
   */
  async inService(reference: string): Promise<Provider> {
    const provider = await this.get(reference);
    if (provider.state === 'retired') throw providerRetired();
    return provider;
  }

  /** The providers that draw on the same quota: of the same project of the same platform, this one included. */
  sharing(provider: Pick<Provider, 'id' | 'zoneId'>): Promise<Pick<Provider, 'id' | 'zoneId'>[]> {
    return this.providers.sharing(provider);
  }

  /** The providers of some zones, or one of them, each with its flavor of an id or name. */
  offersIn(zoneIds: readonly string[], flavor: string, id?: string): Promise<readonly FlavorOffer[]> {
    return this.providers.offersIn(zoneIds, flavor, id);
  }

  /**
   * The platform of a provider.
   *
   * @throws DomainError `unknown-provider`, also if it is retired
   * @throws SecretUnreadable when its password can't be opened with the keys configured
   */
  async platformOf(provider: Pick<Provider, 'id' | 'zoneId'>): Promise<Platform> {
    const found = await this.providers.platformOf(provider);
    if (!found) throw unknownProvider();
    const password = this.credentials.open(found.sealedPassword, passwordPlace(provider));
    const connection = new ProviderConnection(connectionTargetOf(found), password);
    return { driver: this.drivers.of(found.type), connection };
  }

  /** Stores a registration and returns the provider's id: a new one, or that of its first registration. */
  private async store(
    tx: EntityManager,
    registration: Registration,
    outcome: DiscoveryOutcome,
  ): Promise<string> {
    const now = this.clock.now();
    const target = targetColumns(registration);
    const every = this.configuration.rediscoverSeconds;
    await openZone(tx, target.zoneId, now);
    let id = newId();
    // With the zone locked, so that no other request registers the same platform meanwhile.
    await this.allocation.changeTraits(tx, target.zoneId, async () => {
      const known = await this.providers.findRegistered(tx, registrationKeyOf(target));
      if (known) {
        checkType(known, registration);
        checkProject(known, outcome);
        id = known.id;
      }
      const place = passwordPlace({ zoneId: target.zoneId, id });
      const sealedPassword = this.credentials.seal(registration.password, place);
      const traits = traitsAfter(outcome, registration.traits, known?.traits);
      const look = lookColumns(outcome, now, every, known && { ...known, attempts: 1 });
      const columns = { ...target, ...look, traits, sealedPassword, updatedAt: now };
      if (!known) {
        const nothing = { flavors: [], limits: {}, projectId: null };
        await this.providers.insert(tx, { ...nothing, ...columns, id, createdAt: now });
        return false;
      }
      // A discovery with the old credentials can't store its result any more, so it must not delay the next one.
      const tenantName = target.tenantName || known.tenantName;
      await this.providers.update(tx, known, { ...columns, tenantName, leasedUntil: null });
      return !isDeepStrictEqual(traits, known.traits);
    });
    return id;
  }
}

function refusalOf({ code, reason }: Extract<DiscoveryOutcome, { kind: 'refused' }>): DomainError {
  const field = code === 'credentials-refused' ? 'password' : 'endpoint';
  return DomainError.about([field], 'invalid', code, `${field} was refused: ${reason}`);
}

/** Its instances are servers of that type of platform. */
function checkType({ type, state }: Pick<Provider, 'type' | 'state'>, registration: Registration): void {
  if (state === 'retired' || type === registration.type) return;
  const rule = `must be ${type}, as the platform is registered already, until its provider is retired`;
  throw DomainError.invalidField(['provider-type'], rule);
}

/** Its servers are in one project: from another one they would all seem to be gone. */
function checkProject(
  { id, projectId }: Pick<ProviderEntity, 'id' | 'projectId'>,
  outcome: DiscoveryOutcome,
): void {
  if (outcome.kind !== 'discovered' || projectId === null) return;
  const found = outcome.discovery.projectId;
  if (found === undefined || found === projectId) return;
  const rule = `must have an id: as it is given it is the project ${found}, and provider ${id} is registered for ${projectId}`;
  throw DomainError.invalidField(['tenant'], rule);
}

function unknownProvider(): DomainError {
  return new DomainError('unknown', 'unknown-provider', 'no provider found for specified identifier');
}
