import { FOREVER } from '../kernel/time-window.js';
import { instantFromJson } from './entity-columns.js';

describe('an instant as PostgreSQL writes it to JSON', () => {
  it.each([
    ['2030-01-01T00:00:00+00:00', 1_893_456_000],
    ['2030-01-01T05:45:00.75+05:45', 1_893_456_000],
    ['1969-12-31T19:00:00-05:00', 0],
    ['9999-12-31T23:59:59+00:00', 253_402_300_799],
    ['10000-01-01T00:59:59+01:00', 253_402_300_799],
    ['infinity', FOREVER],
  ])('is read in any time zone: %s', (text, instant) => {
    expect(instantFromJson(text)).toBe(instant);
  });
});
