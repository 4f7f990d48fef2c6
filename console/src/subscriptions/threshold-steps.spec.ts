import type { Threshold } from '../api/records';
import { thresholdSteps } from './threshold-steps';

const STEPS = [
  { start: 0, total: 10, allocated: 2, reserved: 3, available: 5 },
  { start: 100, total: 20, allocated: 4, reserved: 3, available: 13 },
];

function heights(figure: string, thresholdType: string, value: number): number[] {
  const threshold = { thresholdType, threshold: { capacity_info: figure, condition: 'lt', value } };
  return thresholdSteps(threshold as Threshold, STEPS).map(({ total }) => total);
}

describe('the line of a threshold', () => {
  it.each([
    ['total', [6, 6]],
    ['allocated', [6, 6]],
    // Regression: both were drawn at one height, which their figures met at other amounts than the threshold.
    ['reserved', [8, 10]],
    ['available', [4, 14]],
  ])('of %s is where the picture of the figure meets it', (figure, expected) => {
    expect(heights(figure, 'absoluteValue', 6)).toEqual(expected);
  });

  it.each([
    ['allocated', [5, 10]],
    ['reserved', [7, 14]],
    ['available', [5, 10]],
  ])('of a percentage of the total follows the total, for %s', (figure, expected) => {
    expect(heights(figure, 'percentageOfTotal', 50)).toEqual(expected);
  });

  it('does not go below nothing', () => {
    expect(heights('available', 'absoluteValue', 15)).toEqual([0, 5]);
  });
});
