import { Distribution, histogram } from './distribution.js';

describe('Distribution', () => {
  it('counts what is at or below each bound, and everything in the last bucket', () => {
    const sizes = new Distribution([1, 10]);
    for (const value of [0, 1, 2, 10, 11]) sizes.add(value);
    sizes.add(5, 3);
    const family = histogram('sizes', 'Sizes.', () => [[{ of: 'x' }, sizes]]);
    const bucket = 'headroom_sizes_bucket';
    expect([...family.samples()]).toEqual([
      { metricName: bucket, labels: { of: 'x', le: 1 }, value: 2 },
      { metricName: bucket, labels: { of: 'x', le: 10 }, value: 7 },
      { metricName: bucket, labels: { of: 'x', le: '+Inf' }, value: 8 },
      { metricName: 'headroom_sizes_sum', labels: { of: 'x' }, value: 39 },
      { metricName: 'headroom_sizes_count', labels: { of: 'x' }, value: 8 },
    ]);
  });
});
