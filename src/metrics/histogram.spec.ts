import { Distribution } from '../kernel/distribution.js';
import { histogram } from './histogram.js';

describe('histogram', () => {
  it('shows the buckets, the sum and the count under the labels of a distribution', () => {
    const sizes = new Distribution([1, 10]);
    for (const value of [1, 10, 11]) sizes.add(value);
    const family = histogram('sizes', 'Sizes.', () => [[{ of: 'x' }, sizes]]);
    const bucket = 'headroom_sizes_bucket';
    expect([...family.samples()]).toEqual([
      { metricName: bucket, labels: { of: 'x', le: 1 }, value: 1 },
      { metricName: bucket, labels: { of: 'x', le: 10 }, value: 2 },
      { metricName: bucket, labels: { of: 'x', le: '+Inf' }, value: 3 },
      { metricName: 'headroom_sizes_sum', labels: { of: 'x' }, value: 22 },
      { metricName: 'headroom_sizes_count', labels: { of: 'x' }, value: 3 },
    ]);
  });
});
