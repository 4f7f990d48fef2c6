import { useMemo } from 'react';
import type { CapacityScope } from '../api/capacity';
import { useProviders } from '../api/providers';
import type { Provider } from '../api/records';

/** The figures of one provider: those of its zone as if the others were not there. */
export function scopeOf({ providerId, zone }: Provider, all: readonly Provider[]): CapacityScope {
  const others = all.filter((other) => other.zone === zone && other.providerId !== providerId);
  return { zone, without: others.map((other) => other.providerId) };
}

export function useProviderScope(provider: Provider): CapacityScope {
  const { data } = useProviders();
  return useMemo(() => scopeOf(provider, data ?? []), [data, provider]);
}
