import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { ClassDrift } from '../drift.js';
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
    providerId: provider.id,
    providerType: provider.type,
    endpoint: provider.endpoint,
    username: provider.username,
    region: provider.region,
    tenant: { id, name },
    userDomainName: provider.userDomainName,
    zone: provider.zoneId,
    state: provider.state,
    lastError: provider.lastError,
    failingSince: formatOptional(provider.failingSince),
    lookedAt: formatOptional(provider.lookedAt),
    drift: driftDetails(drift),
    traits: provider.traits,
    createdAt: formatInstant(provider.createdAt),
    updatedAt: formatInstant(provider.updatedAt),
  };
}

export function providerDetails(view: ProviderView): Record<string, unknown> {
  const { flavors, limits } = view.provider;
  return { ...providerSummary(view), flavors, limits };
}

function driftDetails(drift: readonly ClassDrift[]): Record<string, unknown> {
  return Object.fromEntries(drift.map(({ name, ...figures }) => [name, figures]));
}
