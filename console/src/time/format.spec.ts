import { fromLocalInput, formatDuration, formatUtc, toLocalInput } from './format';

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

  it('fills a field with the local time and reads it back', () => {
    expect(fromLocalInput(toLocalInput(1_900_000_020))).toBe(1_900_000_020);
    expect(fromLocalInput('')).toBeUndefined();
  });

  it('does not cut the seconds of a field', () => {
    expect(toLocalInput(1_900_000_021)).toMatch(/T\d\d:\d\d:01$/);
    expect(fromLocalInput(toLocalInput(1_900_000_021))).toBe(1_900_000_021);
  });
});
