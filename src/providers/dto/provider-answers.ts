import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { ClassDrift } from '../drift.js';
import type { ZoneOverview } from '../provider.js';
import type { ProviderView } from '../providers.overview.js';
import type { Registered } from '../registration.js';

const REGISTERED_UNSEEN = 'provider registered; its platform cannot be reached and will be tried again';

export function registeredAnswer({ providerId, state }: Registered): Record<string, unknown> {
  const message = state === 'pending' ? REGISTERED_UNSEEN : 'provider registered';
  return { result: 'ok', 'provider-id': providerId, state, message };
}

/** A provider in a list: without what its platform offers, which may be long. */
export function providerSummary({ provider, drift }: ProviderView): Record<string, unknown> {
  const { id, name } = provider.tenant;
  return {
    'provider-id': provider.id,
    'provider-type': provider.type,
    endpoint: provider.endpoint,
    username: provider.username,
    region: provider.region,
    tenant: { id, name },
    'user-domain-name': provider.userDomainName,
    zone: provider.zoneId,
    state: provider.state,
    'last-error': provider.lastError,
    'failing-since': formatOptional(provider.failingSince),
    'looked-at': formatOptional(provider.lookedAt),
    drift: driftDetails(drift),
    traits: provider.traits,
    'created-at': formatInstant(provider.createdAt),
    'updated-at': formatInstant(provider.updatedAt),
  };
}

export function providerDetails(view: ProviderView): Record<string, unknown> {
  const { flavors, limits } = view.provider;
  return { ...providerSummary(view), flavors, limits };
}

function driftDetails(drift: readonly ClassDrift[]): Record<string, unknown> {
  return Object.fromEntries(drift.map(({ name, ...figures }) => [name, figures]));
}

export function zoneDetails(zone: ZoneOverview): Record<string, unknown> {
  return {
    zone: zone.zoneId,
    providers: zone.providers,
    'created-at': formatInstant(zone.createdAt),
    'changed-at': formatInstant(zone.changedAt),
  };
}
