import type { Figures } from '../../allocation/fold/capacity-timelines.js';
import type { Condition, Threshold } from '../../subscriptions/subscription.js';

const COMPARE: Readonly<Record<Condition, (a: number, b: number) => boolean>> = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

/** Whether a threshold's condition is true of some figures. Of a total of nothing, everything is zero per cent. */
export function holds({ type, figure, condition, value }: Threshold, figures: Figures): boolean {
  if (type === 'absoluteValue') return COMPARE[condition](figures[figure], value);
  if (figures.total <= 0) return COMPARE[condition](0, value);
  // Multiplied out, so that no division rounds.
  return COMPARE[condition](figures[figure] * 100, value * figures.total);
}
