import { byReportingOrder, type ResourceAmounts, type ResourceClass } from '../kernel/resource-amounts.js';
import type { Declared } from './declared-capacity.repository.js';

/** How what is declared of a class compares with what the platform says. */
export interface ClassDrift {
  readonly name: ResourceClass;
  /** What is declared now. */
  readonly declared: number;
  /** The most that is declared from now on. */
  readonly peak: number;
  /** The platform's quota; absent: unlimited or unknown. */
  readonly limit?: number;
  /** By how much the peak exceeds the quota: what is promised and can't be had. */
  readonly beyond: number;
}

/** The drift of one provider: of every class that is declared or that its platform limits. */
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
