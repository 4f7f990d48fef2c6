import { timeFlaw } from './time-flaw.js';
import { parseInstant } from '../../kernel/time-window.js';

it.each([
  ['2030-01-31', 'is a date without a time of day;'],
  ['2030-02-31', 'is a date without a time of day;'],
  ['2030-01-31T08:00:00', 'has no time zone;'],
  ['2030-01-31 08:00', 'has no time zone;'],
  ['2030-01-31T08:00:00.5', 'has no time zone;'],
  ['2030-02-31T08:00:00', 'is not a date or a time of day that exists;'],
  ['2030-01-31T08:00:00 02:00', 'has a space before its offset;'],
  ['2030-01-31T08:00:00.25 0200', 'has a space before its offset;'],
  ['2030-01-31T08:00 02', 'has a space before its offset;'],
  ['1969-12-31T23:59:59Z', 'is before 1970;'],
  ['1970-01-01T00:00:00+00:01', 'is before 1970;'],
  ['0000-01-01T00:00:00Z', 'is before 1970;'],
  ['-000001-01-01T00:00:00Z', 'is before 1970;'],
  ['1969-12-31T23:59:59', 'is before 1970;'],
  ['10000-01-01T00:00:00Z', 'is beyond the year 9999;'],
  ['+010000-01-01T00:00:00Z', 'is beyond the year 9999;'],
  ['+012030-01-01T00:00:00Z', 'is beyond the year 9999;'],
  ['9999-12-31T23:59:59-00:01', 'is beyond the year 9999;'],
  ['9999-12-31T23:59:59.5Z', 'is beyond the year 9999;'],
  ['2030-02-31T00:00:00Z', 'is not a date or a time of day that exists;'],
  ['2029-02-29T00:00:00+01:00', 'is not a date or a time of day that exists;'],
  ['2030-13-01T00:00:00Z', 'is not a date or a time of day that exists;'],
  ['2030-01-01T25:00:00Z', 'is not a date or a time of day that exists;'],
  ['9999-02-30T00:00Z', 'is not a date or a time of day that exists;'],
  ['2030-01-01T00:61Z', 'is not a date or a time of day that exists;'],
  ['+002030-01-01T00:00:00Z', 'must be an ISO 8601 time such as'],
  ['02030-01-01T00:00:00Z', 'must be an ISO 8601 time such as'],
  ['tomorrow', 'must be an ISO 8601 time such as'],
  ['', 'must be an ISO 8601 time such as'],
  ['1893484800', 'must be an ISO 8601 time such as'],
  ['20300131T080000Z', 'must be an ISO 8601 time such as'],
  ['2030-01-31T08:00:00+2:00', 'must be an ISO 8601 time such as'],
])('%j %s', (text, flaw) => {
  expect(parseInstant(text, 'end')).toBeUndefined();
  expect(timeFlaw(text).startsWith(flaw)).toBe(true);
});

it('always shows what a time looks like', () => {
  for (const text of [
    undefined,
    '',
    '2030-01-31',
    '1969-01-01T00:00:00Z',
    '2030-01-31T08:00:00 02:00',
    '99999-01-01',
  ]) {
    expect(timeFlaw(text)).toMatch(/2030-01-31T08:00:00(Z|%2B01:00)/);
  }
});
