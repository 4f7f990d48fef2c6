import type { Step } from '../api/capacity';
import type { TimeWindow } from '../kernel/instant';
import { stepAt } from '../kernel/worst';

/** The figures as they would be with so much more, or less, of the total within a window. */
export function plannedTotal(steps: readonly Step[], { start, end }: TimeWindow, change: number): Step[] {
  const edges = [start, end].filter(Number.isFinite);
  const instants = [...new Set([...steps.map((step) => step.start), ...edges])].sort((a, b) => a - b);
  return instants.flatMap((at) => {
    const step = stepAt(steps, at);
    if (!step) return [];
    const delta = at >= start && at < end ? change : 0;
    return [{ ...step, start: at, total: step.total + delta, available: step.available + delta }];
  });
}
