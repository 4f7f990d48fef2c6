import { formatTime } from './time.js';

describe('formatTime', () => {
  it.each([
    ['0000-01-01T00:00:00.999Z', '0000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59Z'],
  ])('writes %s in whole seconds', (instant, expected) => {
    expect(formatTime(new Date(instant))).toBe(expected);
  });

  // Regression: a far year was written as '+011609-08-03T11:44Z'.
  it.each(['+010000-01-01T00:00:00Z', '-000001-12-31T23:59:59Z'])('refuses the year of %s', (instant) => {
    expect(() => formatTime(new Date(instant))).toThrow(RangeError);
  });
});
