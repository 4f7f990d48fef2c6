import { valueAxis } from './value-axis';

describe('the value axis', () => {
  it('has round ticks that reach beyond the most', () => {
    expect(valueAxis(64, false)).toEqual({ max: 80, ticks: [0, 20, 40, 60, 80] });
    expect(valueAxis(7, false).ticks).toEqual([0, 2, 4, 6, 8]);
    expect(valueAxis(0, false).ticks).toEqual([0, 1]);
  });

  it('counts bytes in powers of two', () => {
    expect(valueAxis(262_144, true).ticks).toEqual([0, 65_536, 131_072, 196_608, 262_144]);
  });
});
