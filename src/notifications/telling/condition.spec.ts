import type { Threshold } from '../../subscriptions/subscription.js';
import { holds } from './condition.js';

describe('a percentage with a fraction', () => {
  const percentage = (condition: Threshold['condition'], value: number): Threshold => ({
    type: 'percentageOfTotal',
    figure: 'reserved',
    condition,
    value,
  });
  const reserved = (amount: number, total: number) => ({
    total,
    reserved: amount,
    allocated: 0,
    available: total - amount,
  });

  // Regression: 2.3 and 4.4 have no exact binary form, and the product was a little less or more than the figure.
  it.each([
    ['gt', 2.3, 12_000, 276, false],
    ['ge', 2.3, 12_000, 276, true],
    ['eq', 2.3, 12_000, 276, true],
    ['lt', 4.4, 12_000, 528, false],
    ['ge', 4.4, 12_000, 528, true],
    ['ne', 4.4, 12_000, 528, false],
    ['gt', 2.3, 12_000, 277, true],
    ['ge', 4.4, 12_000, 527, false],
    ['gt', 0.1, 1_000_000_001, 1_000_000, false],
    ['gt', 0.1, 999_999_999, 1_000_000, true],
  ] as const)('%s %d of a total of %d is, for %d: %s', (condition, value, total, amount, isTrue) => {
    expect(holds(percentage(condition, value), reserved(amount, total))).toBe(isTrue);
  });
});
