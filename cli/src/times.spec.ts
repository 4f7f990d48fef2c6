import { UsageError } from './failures.js';
import { durationText, parseDuration, parseTime, timeText } from './times.js';

const NOW = new Date(2030, 5, 5, 14, 30);
const REFERENCE = new Date(2030, 6, 1);
const AHEAD = { now: NOW, reference: REFERENCE, isAhead: true };

describe('a time', () => {
  it.each([
    ['now', NOW],
    ['+3d', new Date(REFERENCE.getTime() + 3 * 86_400_000)],
    ['-90m', new Date(REFERENCE.getTime() - 90 * 60_000)],
    ['+1d12h', new Date(REFERENCE.getTime() + 36 * 3_600_000)],
    ['tomorrow 9:00', new Date(2030, 5, 6, 9)],
    ['today at 18:00', new Date(2030, 5, 5, 18)],
    ['tomorrow morning', new Date(2030, 5, 6, 6)],
    ['tonight', new Date(2030, 5, 5, 22)],
    ['in 3 hours', new Date(2030, 5, 5, 17, 30)],
    ['in 3 days', new Date(2030, 5, 8, 14, 30)],
    ['next week', new Date(2030, 5, 12, 14, 30)],
    ['3 days ago', new Date(2030, 5, 2, 14, 30)],
    ['2030/06/01 9:00', new Date(2030, 5, 1, 9)],
    ['2030-06-01t10:00:00.5z', new Date('2030-06-01T10:00:00.500Z')],
    ['2030-06-01T10:00:00Z', new Date('2030-06-01T10:00:00Z')],
    ['2030-06-01T10:00+02:00', new Date('2030-06-01T08:00:00Z')],
    ['2030-06-01 10:00', new Date(2030, 5, 1, 10)],
  ])('%s', (text, expected) => {
    expect(parseTime(text, AHEAD)).toEqual(expected);
  });

  it.each([
    ['tomorrow', new Date(2030, 5, 6)],
    ['today', new Date(2030, 5, 5)],
    ['next monday', new Date(2030, 5, 10)],
    ['1 june 2031', new Date(2031, 5, 1)],
    ['2030-06-01', new Date(2030, 5, 1)],
  ])('%s begins at midnight', (text, expected) => {
    expect(parseTime(text, AHEAD)).toEqual(expected);
  });

  it.each([
    ['monday', new Date(2030, 5, 10), new Date(2030, 5, 3)],
    ['9:00', new Date(2030, 5, 6, 9), new Date(2030, 5, 5, 9)],
    ['last monday', new Date(2030, 5, 3), new Date(2030, 5, 3)],
    ['past friday', new Date(2030, 4, 31), new Date(2030, 4, 31)],
    ['next monday', new Date(2030, 5, 10), new Date(2030, 5, 10)],
  ])(
    '%s is ahead in a request, unless it says that it is past, and the nearest in a list',
    (text, ahead, nearest) => {
      expect([parseTime(text, AHEAD), parseTime(text, { now: NOW })]).toEqual([ahead, nearest]);
    },
  );

  it.each([
    '',
    'tomorow 9:00',
    '+3',
    'whenever',
    '+3x',
    '2030-13-01',
    '2030-06-31',
    '2030-06',
    '2030-06-01 25:00',
    '2030-06-01T10:00+2',
    '+1.5d',
    '+2 days',
    '+1M',
    '+1D',
    '-90min',
    '01.06.2030',
    '6/1/2030',
    '6/1 9:00',
    '2d',
    '2 days',
    '3 days later',
    'tomorrow + 3h',
    'next 2 weeks',
    'monday to friday',
    '9:00-17:00',
    '1-5 june',
    '+500000w',
    '-500000w',
    '9999-12-31T23:00:00-05:00',
    '0000-01-01T00:00:00+05:00',
  ])('%j is none', (text) => {
    expect(() => parseTime(text, AHEAD)).toThrow(UsageError);
  });

  // Regression: until noon, 'monday' was the midnight before on a Monday.
  it.each([0, 9, 13])('of a weekday or a date that is today is the next one, at %d o\u2019clock', (hour) => {
    const now = new Date(2030, 5, 3, hour, 30);
    const ahead = { now, isAhead: true };
    const [monday, june] = [new Date(2030, 5, 10), new Date(2031, 5, 3)];
    expect(['monday', 'june 3'].map((text) => parseTime(text, ahead))).toEqual([monday, june]);
    const today = new Date(2030, 5, 3);
    expect(['today', 'june 3 2030'].map((text) => parseTime(text, ahead))).toEqual([today, today]);
    expect(parseTime('monday', { now })).toEqual(today);
  });

  it('is written so that it can be read again', () => {
    for (const time of ['2030-06-01T10:00:00Z', '2030-12-01T10:00:07Z']) {
      expect(parseTime(timeText(time), AHEAD)).toEqual(new Date(time));
    }
    expect(timeText(undefined)).toBe('');
  });
});

describe('a duration', () => {
  it.each([
    ['90m', 5400],
    ['3d', 259_200],
    ['1d12h', 129_600],
    ['2w', 1_209_600],
  ])('%s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it('that is none is refused', () => {
    expect(() => parseDuration('3 days')).toThrow(
      "'3 days' is not a duration: write it like 90m, 3d or 1d12h",
    );
  });

  it('beyond all times of the service is refused', () => {
    expect(() => parseDuration('99999999999d')).toThrow(UsageError);
    expect(() => parseTime('+99999999999d', AHEAD)).toThrow(UsageError);
    expect(parseTime('-9999w', AHEAD).getTime()).not.toBeNaN();
  });

  it('is written in two units at most', () => {
    expect([0, 59, 3600, 129_600, 90_061].map(durationText)).toEqual(['0s', '59s', '1h', '1d 12h', '1d 1h']);
  });
});
