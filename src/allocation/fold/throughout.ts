import type { ResourceClass } from '../../kernel/resource-amounts.js';
import type { TimeWindow } from '../../kernel/time-window.js';
import type { CapacityView } from './capacity-timelines.js';

/**
 * What one reservation could have of some providers throughout a window: the sum of what each has throughout it. A
 * reservation stays where it was placed, so what is free at one provider first and at another one later does not count.
 * Never more than at the worst instant of their sum; negative if they have lost more than was free.
 *
 * @param least the sum of the providers at its worst instant
 */
export function availableThroughout(
  least: number,
  providers: readonly CapacityView[],
  name: ResourceClass,
  window: TimeWindow,
): number {
  // At a single instant nothing is free first here and later there.
  if (providers.length < 2 || window.end - window.start === 1) return least;
  return Math.min(least, sumThroughout(providers, name, window));
}

/** The sum of what each provider has throughout a window. One that has lost what it promised adds nothing. */
export function sumThroughout(
  providers: readonly CapacityView[],
  name: ResourceClass,
  window: TimeWindow,
): number {
  return providers.reduce((sum, provider) => sum + Math.max(0, provider.leastValue(name, window)), 0);
}
