import type { Step } from '../api/capacity';
import type { Threshold } from '../api/records';

/**
 * The line of a threshold, as totals. What is reserved lies on what is allocated. What is available counts down from the total, so a
 * shortage of it is reached when what is taken rises to the line.
 */
export function thresholdSteps(
  { thresholdType, threshold: { capacity_info: figure, value } }: Threshold,
  steps: readonly Step[],
): Step[] {
  return steps.map((step) => {
    const amount = thresholdType === 'percentageOfTotal' ? (step.total * Number(value)) / 100 : Number(value);
    if (figure === 'available') return { ...step, total: Math.max(0, step.total - amount) };
    return { ...step, total: figure === 'reserved' ? step.allocated + amount : amount };
  });
}
