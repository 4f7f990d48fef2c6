import { useMemo } from 'react';
import type { CapacityScope } from '../api/capacity';
import { useProviders } from '../api/providers';
import type { Provider } from '../api/records';

/** The figures of one provider: those of its zone as if the others were not there. */
export function useProviderScope({ providerId, zone }: Provider): CapacityScope {
  const { data } = useProviders();
  return useMemo(() => {
    const others = (data ?? []).filter((other) => other.zone === zone && other.providerId !== providerId);
    return { zone, without: others.map((other) => other.providerId) };
  }, [data, zone, providerId]);
}
