import type { Instant } from '../kernel/time-window.js';
import { nextLook, type DiscoveryOutcome } from './discovery.js';
import type { ProviderEntity, StoredTraits } from './provider.entity.js';
import { DEFAULT_TRAITS, type Provider, type Traits } from './provider.js';
import type { Registration } from './registration.js';

/** What two registrations must share to be of the same provider. */
export type RegistrationKey = Pick<
  ProviderEntity,
  'zoneId' | 'endpoint' | 'region' | 'tenantId' | 'tenantName'
>;

/** The columns that say how to reach a platform. */
export type TargetColumns = RegistrationKey & Pick<ProviderEntity, 'type' | 'username' | 'userDomainName'>;

/** The columns that tell what a look at the platform has brought; traits are merged by those who hold the row. */
export type LookColumns = Pick<ProviderEntity, 'state' | 'lastError' | 'retryAt' | 'attempts'> &
  Partial<Pick<ProviderEntity, 'flavors' | 'limits'>>;

export function targetColumns(registration: Registration): TargetColumns {
  return {
    zoneId: registration.zoneId,
    endpoint: registration.endpoint,
    region: registration.region ?? '',
    tenantId: registration.tenant.id ?? '',
    tenantName: registration.tenant.name ?? '',
    type: registration.type,
    username: registration.username,
    userDomainName: registration.userDomainName,
  };
}

export function keyOf({ zoneId, endpoint, region, tenantId, tenantName }: RegistrationKey): RegistrationKey {
  return { zoneId, endpoint, region, tenantId, tenantName };
}

/**
 * A platform that can't be reached keeps what was known of it: its flavors are there again when it is.
 *
 * @param attempts how often in a row the platform has been tried in vain before
 */
export function lookColumns(outcome: DiscoveryOutcome, now: Instant, attempts: number): LookColumns {
  switch (outcome.kind) {
    case 'discovered': {
      const { flavors, limits } = outcome.discovery;
      return { state: 'active', lastError: null, retryAt: null, attempts: 0, flavors, limits };
    }
    case 'unreachable':
      return { state: 'pending', lastError: outcome.reason, retryAt: nextLook(now, attempts), attempts };
    case 'refused':
      return { state: 'error', lastError: outcome.reason, retryAt: null, attempts };
  }
}

export function traitsAfter(
  outcome: DiscoveryOutcome,
  given: Partial<Traits>,
  known: StoredTraits = NOTHING_KNOWN,
): StoredTraits {
  return {
    given: { ...known.given, ...given },
    discovered: outcome.kind === 'discovered' ? outcome.discovery.traits : known.discovered,
  };
}

const NOTHING_KNOWN: StoredTraits = { given: {}, discovered: {} };

export function providerOf(row: ProviderEntity): Provider {
  return {
    zoneId: row.zoneId,
    id: row.id,
    type: row.type,
    endpoint: row.endpoint,
    username: row.username,
    region: row.region || undefined,
    tenant: { id: row.tenantId || undefined, name: row.tenantName || undefined },
    userDomainName: row.userDomainName,
    state: row.state,
    lastError: row.lastError ?? undefined,
    traits: { ...DEFAULT_TRAITS, ...row.traits.discovered, ...row.traits.given },
    flavors: row.flavors,
    limits: row.limits,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Where a password belongs, so that it can't be moved to another row. */
export function passwordPlace(row: { readonly zoneId: string; readonly id: string }): string {
  return `providers|${row.zoneId}|${row.id}|password`;
}
