import type { CapacityScope } from '../api/capacity';
import type { Providers } from '../api/providers';
import type { Provider } from '../api/records';

export const TOO_MANY_PROVIDERS = 'There are too many providers to tell the figures of one.';

/**
 * The figures of one provider: those of its zone as if the others were not there. Undefined if not all
 * others are known: the figures would be those of several.
 */
export function scopeOf(
  { providerId, zone }: Provider,
  { items, isCut }: Providers,
): CapacityScope | undefined {
  if (isCut) return undefined;
  const others = items.filter((other) => other.zone === zone && other.providerId !== providerId);
  return { zone, without: others.map((other) => other.providerId) };
}
