import { Distribution } from './distribution.js';

describe('Distribution', () => {
  it('counts the values at or below each bound, and all values in the last bucket', () => {
    const sizes = new Distribution([1, 10]);
    for (const value of [0, 1, 2, 10, 11]) sizes.add(value);
    sizes.add(5, 3);
    expect([...sizes.buckets()]).toEqual([
      { upTo: 1, count: 2 },
      { upTo: 10, count: 7 },
      { upTo: Infinity, count: 8 },
    ]);
    expect(sizes.sum).toBe(39);
  });
});
