import { type Instant, type TimeWindow } from './instant';

interface Figures {
  readonly start: Instant;
  readonly available: number;
}

/** The instant at which least is available; the earliest of several, as the service answers it. */
export function worstOf<T extends Figures>(steps: readonly T[], { start, end }: TimeWindow): T | undefined {
  return visible(steps, start, end).reduce<T | undefined>(
    (worst, step) => (worst === undefined || step.available < worst.available ? step : worst),
    undefined,
  );
}

/** The figures that hold at an instant; undefined before the first row. */
export function stepAt<T extends { readonly start: Instant }>(
  steps: readonly T[],
  at: Instant,
): T | undefined {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle].start <= at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1];
}

/** Those in force at some instant of the window. */
function visible<T extends Figures>(steps: readonly T[], start: Instant, end: Instant): readonly T[] {
  return steps.filter((step, index) => step.start < end && (steps[index + 1]?.start ?? end) > start);
}
