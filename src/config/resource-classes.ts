import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Configuration } from './configuration.js';

/** Every class there is here, built-in and custom, with the most one request may carry of it. */
export function classesIn(configuration: Configuration): ReadonlyMap<ResourceClass, number> {
  return configuration.policies.largestAmounts;
}
