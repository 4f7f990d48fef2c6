import { rruleOf } from './repeat';

describe('a repetition', () => {
  it.each([
    [{ every: 'day', days: [], count: 3 }, 'FREQ=DAILY;COUNT=3'],
    [{ every: 'week', days: ['WE', 'MO'], count: 10 }, 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10'],
    [{ every: 'week', days: [], count: 2 }, 'FREQ=WEEKLY;COUNT=2'],
    [{ every: 'month', days: ['MO'], count: 12 }, 'FREQ=MONTHLY;COUNT=12'],
  ] as const)('is written as an RRULE: %j', (repeat, rule) => {
    expect(rruleOf(repeat)).toBe(rule);
  });
});
