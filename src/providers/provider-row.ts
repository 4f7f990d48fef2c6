import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import { traitsOf, type StoredTraits, type Traits } from '../kernel/traits.js';
import { nextLook, REFUSED_PAUSE_SECONDS, type DiscoveryOutcome } from './discovery.js';
import type { ConnectionTarget } from './provider-connection.js';
import type { ProviderEntity } from './provider.entity.js';
import type { Provider } from './provider.js';
import type { Registration } from './registration.js';

/** Two registrations with the same key are of the same provider. */
export type RegistrationKey = Pick<
  ProviderEntity,
  'zoneId' | 'endpoint' | 'region' | 'tenantId' | 'tenantName'
>;

/** The columns with a platform's address and user. */
export type TargetColumns = RegistrationKey & Pick<ProviderEntity, 'type' | 'username' | 'userDomainName'>;

/** The columns that a discovery writes, besides the traits. */
export type LookColumns = Pick<
  ProviderEntity,
  'state' | 'lastError' | 'failingSince' | 'lookedAt' | 'dueAt' | 'attempts'
> &
  Partial<Pick<ProviderEntity, 'flavors' | 'limits' | 'projectId'>>;

/** What is known of a platform when a discovery ends. */
export interface LookHistory {
  /** Failures in a row, this discovery included if it fails. */
  readonly attempts: number;
  /** When the failures before this discovery began; null: there were none. */
  readonly failingSince: Instant | null;
  readonly limits: ResourceAmounts;
}

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

export function registrationKeyOf({
  zoneId,
  endpoint,
  region,
  tenantId,
  tenantName,
}: RegistrationKey): RegistrationKey {
  return { zoneId, endpoint, region, tenantId, tenantName };
}

/**
 * A platform that can't be reached keeps its flavors, limits and traits, and limits of a part that can't be reached stay.
 *
 * @param every seconds between discoveries of a platform that answers
 */
export function lookColumns(
  outcome: DiscoveryOutcome,
  now: Instant,
  every: number,
  { attempts, failingSince, limits: known }: LookHistory = { attempts: 1, failingSince: null, limits: {} },
): LookColumns {
  if (outcome.kind === 'discovered') {
    const { flavors, projectId = null, unread = [] } = outcome.discovery;
    const kept = Object.entries(known).filter(([name]) => unread.includes(name));
    const limits = { ...outcome.discovery.limits, ...Object.fromEntries(kept) };
    const well = { state: 'active', lastError: null, failingSince: null, attempts: 0 } as const;
    return { ...well, lookedAt: now, dueAt: now + every, flavors, limits, projectId };
  }
  const failed = { lastError: outcome.reason, failingSince: failingSince ?? now, lookedAt: now, attempts };
  return outcome.kind === 'unreachable'
    ? { ...failed, state: 'pending', dueAt: nextLook(now, attempts, outcome.pauseAsked) }
    : { ...failed, state: 'error', dueAt: now + REFUSED_PAUSE_SECONDS };
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

export function connectionTargetOf(
  row: Omit<TargetColumns, 'zoneId' | 'type'> & Pick<ProviderEntity, 'projectId'>,
): ConnectionTarget {
  return {
    endpoint: row.endpoint,
    username: row.username,
    region: row.region || undefined,
    tenant: { id: row.tenantId || undefined, name: row.tenantName || undefined },
    projectId: row.projectId ?? undefined,
    userDomainName: row.userDomainName,
  };
}

export function providerOf(row: ProviderEntity): Provider {
  return {
    zoneId: row.zoneId,
    id: row.id,
    type: row.type,
    ...connectionTargetOf(row),
    state: row.state,
    lastError: row.lastError ?? undefined,
    failingSince: row.failingSince ?? undefined,
    lookedAt: row.lookedAt ?? undefined,
    traits: traitsOf(row.traits),
    flavors: row.flavors,
    limits: row.limits,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The place that a password is sealed for, so that it can't be moved to another row. */
export function passwordPlace(row: { readonly zoneId: string; readonly id: string }): string {
  return `providers|${row.zoneId}|${row.id}|password`;
}
