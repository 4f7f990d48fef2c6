import type { ResourceClass } from '../../kernel/resource-amounts.js';
import type { TimeWindow } from '../../kernel/time-window.js';
import type { CapacityView } from './capacity-timelines.js';

/**
 * What one reservation could have of some providers throughout a window: the sum of what each has throughout it. A
 * reservation stays where it was placed, so what is free at one provider first and at another one later does not count.
 * Never more than at the worst instant of their sum; negative if they have lost more than was free.
 *
 * @param whole the sum of the providers
 */
export function availableThroughout(
  whole: CapacityView,
  providers: readonly CapacityView[],
  name: ResourceClass,
  window: TimeWindow,
): number {
  const least = whole.leastAvailable(name, window).value;
  if (providers.length < 2) return least;
  const sum = providers.reduce(
    (total, provider) => total + Math.max(0, provider.leastAvailable(name, window).value),
    0,
  );
  return Math.min(least, sum);
}
