import { formatInstant, FOREVER, LAST_INSTANT } from '../kernel/time-window.js';
import { occurrencesOf } from './repeat-rule.js';

/** Wednesday, 2 January 2030, 09:00 to 11:00. */
const START = Date.parse('2030-01-02T09:00:00Z') / 1000;
const WINDOW = { start: START, end: START + 7200 };

const starts = (rule: string) =>
  occurrencesOf(rule, WINDOW, 'repeat').map(({ start }) => formatInstant(start));

describe('occurrencesOf', () => {
  it.each([
    ['FREQ=DAILY;COUNT=3', ['2030-01-02', '2030-01-03', '2030-01-04']],
    ['RRULE:FREQ=WEEKLY;COUNT=2', ['2030-01-02', '2030-01-09']],
    ['freq=weekly;interval=2;count=2', ['2030-01-02', '2030-01-16']],
    ['FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3', ['2030-01-02', '2030-01-07', '2030-01-09']],
    ['FREQ=DAILY;BYDAY=SA,SU;COUNT=2', ['2030-01-05', '2030-01-06']],
    ['FREQ=MONTHLY;COUNT=2', ['2030-01-02', '2030-02-02']],
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2', ['2030-01-31', '2030-03-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['2030-01-31', '2030-02-28']],
    ['FREQ=MONTHLY;BYDAY=1MO;COUNT=2', ['2030-01-07', '2030-02-04']],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=1', ['2030-01-29']],
    ['FREQ=DAILY;UNTIL=20300104T090000Z', ['2030-01-02', '2030-01-03', '2030-01-04']],
    ['FREQ=DAILY;UNTIL=20300104T085959Z', ['2030-01-02', '2030-01-03']],
    ['FREQ=DAILY;UNTIL=20300104', ['2030-01-02', '2030-01-03', '2030-01-04']],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1;COUNT=2', ['2030-01-04', '2030-01-11']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU;COUNT=2', ['2030-01-13', '2030-01-27']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=MO;COUNT=2', ['2030-01-06', '2030-01-20']],
    ['FREQ=MONTHLY;BYDAY=-1FR,1MO;COUNT=3', ['2030-01-07', '2030-01-25', '2030-02-04']],
    ['FREQ=MONTHLY;BYDAY=2MO,SU;COUNT=3', ['2030-01-06', '2030-01-13', '2030-01-14']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2', ['2030-09-13', '2030-12-13']],
    ['FREQ=MONTHLY;BYMONTHDAY=1,2;COUNT=2', ['2030-01-02', '2030-02-01']],
    ['FREQ=MONTHLY;INTERVAL=3;COUNT=2', ['2030-01-02', '2030-04-02']],
    ['FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20300301', ['2030-02-01', '2030-03-01']],
    ['FREQ=WEEKLY;COUNT=3;BYDAY=MO,FR;BYSETPOS=1,-1', ['2030-01-04', '2030-01-07', '2030-01-11']],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=MO,WE,FR;BYSETPOS=1', ['2030-01-07', '2030-01-14']],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=MO,WE,FR;BYSETPOS=2', ['2030-01-02', '2030-01-09']],
    ['FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20300301T090000Z', ['2030-02-01', '2030-03-01']],
    ['FREQ=MONTHLY;BYMONTHDAY=2,20;UNTIL=20300210', ['2030-01-02', '2030-01-20', '2030-02-02']],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=-1;COUNT=2', ['2030-01-15', '2030-02-15']],
    ['FREQ=MONTHLY;COUNT=2;BYDAY=FR;BYMONTHDAY=-7,-6;BYSETPOS=1,-1', ['2030-01-25', '2030-02-22']],
  ])('reads %s', (rule, days) => {
    expect(starts(rule)).toEqual(days.map((day) => `${day}T09:00:00Z`));
  });

  it('gives each occurrence the length of the window', () => {
    expect(occurrencesOf('FREQ=DAILY;COUNT=2', WINDOW, 'repeat')).toEqual([
      WINDOW,
      { start: START + 86_400, end: START + 93_600 },
    ]);
  });

  it('takes 366 occurrences, over as many months', () => {
    expect(starts('FREQ=MONTHLY;COUNT=366')).toHaveLength(366);
  });

  it.each([
    ['', /not known here: $/],
    ['every day', /not known here: EVERY DAY/],
    ['FREQ=YEARLY;COUNT=2', /needs FREQ=DAILY, WEEKLY or MONTHLY/],
    ['FREQ=HOURLY;COUNT=2', /needs FREQ/],
    ['COUNT=2', /needs FREQ/],
    ['FREQ=SOMETIMES;COUNT=2', /needs FREQ/],
    ['FREQ=DAILY', /needs COUNT or UNTIL, and not both/],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300104T090000Z', /not both/],
    ['FREQ=DAILY;COUNT=0', /COUNT must be a number from 1 to 366/],
    ['FREQ=DAILY;COUNT=-1', /COUNT must be/],
    ['FREQ=DAILY;COUNT=many', /COUNT must be/],
    ['FREQ=DAILY;COUNT=367', /COUNT must be/],
    ['FREQ=DAILY;COUNT=2;COUNT=3', /must not name a part twice/],
    ['FREQ=DAILY;INTERVAL=0;COUNT=2', /INTERVAL must be/],
    ['FREQ=DAILY;UNTIL=2030', /UNTIL must be a time such as 20300131T080000Z, or a date/],
    ['FREQ=DAILY;UNTIL=20300132T080000Z', /UNTIL must be/],
    ['FREQ=DAILY;UNTIL=20300229', /UNTIL must be/],
    ['FREQ=DAILY;UNTIL=20300110T240000Z', /UNTIL must be/],
    ['FREQ=DAILY;UNTIL=20300110Z', /UNTIL must be/],
    ['FREQ=DAILY;BYSETPOS=2;COUNT=3', /BYSETPOS needs FREQ=WEEKLY or MONTHLY/],
    ['FREQ=DAILY;BYDAY=MO,TU;BYSETPOS=1;COUNT=3', /BYSETPOS needs FREQ=WEEKLY or MONTHLY/],
    ['FREQ=WEEKLY;BYSETPOS=2;COUNT=3', /BYSETPOS needs BYDAY or BYMONTHDAY/],
    ['FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1,3;COUNT=3', /BYSETPOS must not be beyond the 2 days of BYDAY/],
    ['FREQ=WEEKLY;BYDAY=MO,MO;BYSETPOS=2;COUNT=3', /BYSETPOS must not be beyond the 1 days of BYDAY/],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0;COUNT=3', /BYSETPOS must be numbers from 1 to 31, or from -1 to -31/],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=400;COUNT=3', /BYSETPOS must be numbers/],
    ['FREQ=MONTHLY;BYMONTHDAY=0;COUNT=3', /BYMONTHDAY must be numbers from 1 to 31, or from -1 to -31/],
    ['FREQ=MONTHLY;BYMONTHDAY=45;COUNT=3', /BYMONTHDAY must be numbers/],
    ['FREQ=MONTHLY;BYMONTHDAY=;COUNT=3', /BYMONTHDAY must be numbers/],
    ['FREQ=MONTHLY;BYDAY=9MO;COUNT=3', /BYDAY must be days such as MO, or 2MO and -1MO with FREQ=MONTHLY/],
    ['FREQ=WEEKLY;BYDAY=XX;COUNT=3', /BYDAY must be days/],
    ['FREQ=WEEKLY;BYDAY=MO,;COUNT=3', /BYDAY must be days/],
    ['FREQ=WEEKLY;BYDAY=2MO;COUNT=3', /BYDAY=2MO needs FREQ=MONTHLY/],
    ['FREQ=DAILY;BYDAY=2MO;COUNT=3', /BYDAY=2MO needs FREQ=MONTHLY/],
    ['FREQ=WEEKLY;WKST=XX;COUNT=3', /WKST must be a day such as MO/],
    ['FREQ=DAILY;INTERVAL=99999999;COUNT=2', /INTERVAL must be a number from 1 to 11346/],
    ['FREQ=DAILY;COUNT=2=3', /COUNT must be/],
    ['FREQ=DAILY;COUNT=1e2', /COUNT must be/],
    ['FREQ=MONTHLY;BYDAY=2MO;BYMONTHDAY=1;COUNT=3', /has no occurrence/],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6;COUNT=3', /has no occurrence/],
    ['FREQ=DAILY;UNTIL=20290101T000000Z', /has no occurrence/],
    ['FREQ=DAILY;UNTIL=20400101T000000Z', /must not have more than 366 occurrences/],
    ['FREQ=DAILY;BYHOUR=1,2;COUNT=2', /not known here: BYHOUR/],
    ['FREQ=DAILY;BYMONTH=2;COUNT=2', /not known here: BYMONTH/],
    ['FREQ=WEEKLY;BYMONTHDAY=3;COUNT=2', /BYMONTHDAY needs FREQ=MONTHLY/],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=MO;COUNT=2', /BYDAY with FREQ=DAILY needs INTERVAL=1/],
    ['FREQ=WEEKLY;INTERVAL=520;COUNT=5', /must not reach further than 31 years/],
    ['FREQ=MONTHLY;BYDAY=3SA;BYSETPOS=-4;COUNT=3', /has no occurrence/],
    ['FREQ=MONTHLY;INTERVAL=6;UNTIL=20700101', /must not reach further than 31 years/],
  ])('refuses %p', (rule, why) => {
    expect(() => starts(rule)).toThrow(why);
    expect(() => starts(rule)).toThrow(/^repeat /);
  });

  it('refuses a window without an end', () => {
    expect(() => occurrencesOf('FREQ=DAILY;COUNT=2', { start: START, end: FOREVER }, 'repeat')).toThrow(
      /needs an end/,
    );
  });

  it('names the end of all times, where that is nearer than 31 years', () => {
    const last = Date.parse('9999-12-30T00:00:00Z') / 1000;
    const window = { start: last, end: last + 3600 };
    expect(() => occurrencesOf('FREQ=DAILY;COUNT=3', window, 'repeat')).toThrow(/beyond the year 9999/);
  });

  it('refuses a last occurrence that ends later than a time can be written', () => {
    const start = LAST_INSTANT - 86_400 - 60;
    const ends = (length: number) =>
      occurrencesOf('FREQ=DAILY;COUNT=2', { start, end: start + length }, 'repeat').map(({ end }) => end);
    expect(ends(60).at(-1)).toBe(LAST_INSTANT);
    expect(() => ends(61)).toThrow(/must not reach beyond the year 9999/);
  });

  it('refuses a rule whose day never occurs', () => {
    const february = {
      start: Date.parse('2030-02-01T00:00:00Z') / 1000,
      end: Date.parse('2030-02-01T01:00:00Z') / 1000,
    };
    expect(() => occurrencesOf('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;COUNT=2', february, 'repeat')).toThrow(
      /has no occurrence/,
    );
  });
});
