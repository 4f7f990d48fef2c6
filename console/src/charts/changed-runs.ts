import type { Step } from '../api/capacity';
import type { Instant } from '../kernel/instant';
import { stepAt } from '../kernel/worst';

export interface Run {
  /** The last one has the edge back to the total of now. */
  readonly steps: readonly Step[];
  readonly end: Instant;
}

/** The stretches in which the planned total is another than that of now. */
export function changedRuns(steps: readonly Step[], planned: readonly Step[]): Run[] {
  const runs: Run[] = [];
  let open: Step[] | undefined;
  for (const step of planned) {
    const current = stepAt(steps, step.start)?.total ?? 0;
    if (step.total !== current) {
      open ??= [{ ...step, total: current }];
      open.push(step);
    } else if (open) {
      runs.push({ steps: [...open, step], end: step.start });
      open = undefined;
    }
  }
  return open ? [...runs, { steps: open, end: Infinity }] : runs;
}
