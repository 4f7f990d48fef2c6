import type { Step } from '../api/capacity';
import { FOREVER, type TimeWindow } from '../kernel/instant';

/** A class that is needed, and what is free of it. */
export interface Need {
  readonly amount: number;
  readonly steps: readonly Step[];
}

/**
 * The stretches of a window in which all needs are met throughout, at least `duration` long, the earliest first. A stretch that
 * begins at the last row of all is cut at the end of the window.
 */
export function freeStretches(
  needs: readonly Need[],
  { start, end }: TimeWindow,
  duration: number,
): TimeWindow[] {
  const instants = [start, ...needs.flatMap(({ steps }) => steps.map((step) => step.start))];
  const edges = [...new Set(instants.filter((at) => at >= start && at < end))].sort((a, b) => a - b);
  const fits = needs.map(({ amount, steps }) => follower(amount, steps));
  const stretches: TimeWindow[] = [];
  let open: number | undefined;
  for (const edge of edges) {
    // Each follower has to see every edge, so none is left out of the question.
    const isFree = fits.map((isMet) => isMet(edge)).every(Boolean);
    if (isFree) open ??= edge;
    else if (open !== undefined) {
      stretches.push({ start: open, end: edge });
      open = undefined;
    }
  }
  if (open !== undefined) stretches.push({ start: open, end });
  return stretches.filter((stretch) => stretch.end - stretch.start >= duration);
}

/** Whether a need is met at ever later instants; not before the first row. */
function follower(amount: number, steps: readonly Step[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((steps.at(next)?.start ?? FOREVER) <= at) next += 1;
    return next > 0 && steps[next - 1].available >= amount;
  };
}
