import { formatDuration, formatUtc } from './format';

describe('times for people', () => {
  it('says durations in two units', () => {
    expect(formatDuration(3 * 86_400 + 4 * 3600 + 59)).toBe('3 days 4 hours');
    expect(formatDuration(60)).toBe('1 minute');
    expect(formatDuration(0)).toBe('0 seconds');
    expect(formatDuration(Infinity)).toBe('for ever');
  });

  it('says by how much an end is before its start', () => {
    expect(formatDuration(-3600)).toBe('−1 hour');
    expect(formatDuration(-0.2)).toBe('0 seconds');
  });

  it('says UTC so', () => {
    expect(formatUtc(0)).toBe('1970-01-01 00:00:00 UTC');
  });
});
