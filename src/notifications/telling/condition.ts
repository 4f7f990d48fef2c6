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

/** Of a product with a fraction, relative to it: the value may be off by half of an epsilon, and its product once more. */
const LARGEST_ROUNDING = 2 * Number.EPSILON;

/** Whether a threshold's condition is true of some figures. Of a total of nothing, everything is zero per cent. */
export function holds({ type, figure, condition, value }: Threshold, figures: Figures): boolean {
  if (type === 'absoluteValue') return COMPARE[condition](figures[figure], value);
  if (figures.total <= 0) return COMPARE[condition](0, value);
  // Multiplied out, so that only a value with a fraction rounds.
  const part = figures[figure] * 100;
  const bound = value * figures.total;
  const isSame = Math.abs(part - bound) <= LARGEST_ROUNDING * Math.abs(bound);
  return COMPARE[condition](part, isSame ? part : bound);
}
