import { byReportingOrder, type ResourceAmounts, type ResourceClass } from '../kernel/resource-amounts.js';
import type { Declared } from './declared-capacity.repository.js';

/** Declared capacity of a class compared with the platform's quota. */
export interface ClassDrift {
  readonly name: ResourceClass;
  /** Declared now. */
  readonly declared: number;
  /** The maximum declared from now on. */
  readonly peak: number;
  /** The platform's quota; absent: unlimited or unknown. */
  readonly limit?: number;
  /** Excess of the peak over the quota: promised capacity that the platform doesn't have. */
  readonly beyond: number;
}

/** The drift of one provider, for every class that is declared or that its platform limits. */
export function driftOf(
  limits: ResourceAmounts,
  declared: readonly Pick<Declared, 'name' | 'declared' | 'peak'>[],
): ClassDrift[] {
  const known = new Map(declared.map((one) => [one.name, one]));
  const names = new Set([...known.keys(), ...Object.keys(limits)]);
  return [...names].sort(byReportingOrder).map((name) => {
    const { declared: now, peak } = known.get(name) ?? { declared: 0, peak: 0 };
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    return { name, declared: now, peak, limit, beyond: Math.max(peak - (limit ?? peak), 0) };
  });
}
