import fc from 'fast-check';
import { occurrencesOf } from './repeat-rule.js';

/** Positions against a plain model that lists every day of each period. */

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const DAY = 86_400;
const COUNT = 12;
const FIRST = Date.parse('2030-01-01T09:00:00Z') / 1000;

interface Rule {
  readonly freq: 'WEEKLY' | 'MONTHLY';
  readonly interval: number;
  readonly byDay: readonly number[];
  readonly positions: readonly number[];
  readonly wkst: number;
}

function textOf({ freq, interval, byDay, positions, wkst }: Rule): string {
  const days = byDay.map((day) => DAYS[day]).join(',');
  return `FREQ=${freq};INTERVAL=${interval};COUNT=${COUNT};BYDAY=${days};BYSETPOS=${positions.join(',')};WKST=${DAYS[wkst]}`;
}

const weekday = (instant: number): number => (new Date(instant * 1000).getUTCDay() + 6) % 7;

function* periods({ freq, interval, wkst }: Rule, from: number): Generator<number[]> {
  const begin = new Date(from * 1000);
  for (let index = 0; ; index += interval) {
    const start =
      freq === 'WEEKLY'
        ? from + (7 * index - ((weekday(from) - wkst + 7) % 7)) * DAY
        : Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + index, 1, 9) / 1000;
    const end =
      freq === 'WEEKLY'
        ? start + 7 * DAY
        : Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + index + 1, 1, 9) / 1000;
    const days: number[] = [];
    for (let day = start; day < end; day += DAY) days.push(day);
    yield days;
  }
}

function expected(rule: Rule, from: number): number[] {
  const starts: number[] = [];
  for (const days of periods(rule, from)) {
    const named = days.filter((day) => rule.byDay.includes(weekday(day)));
    const isChosen = (_: number, index: number) =>
      rule.positions.includes(index + 1) || rule.positions.includes(index - named.length);
    starts.push(...named.filter(isChosen).filter((start) => start >= from));
    if (starts.length >= COUNT) return starts.slice(0, COUNT);
  }
  return starts;
}

const RULES = fc.record({
  freq: fc.constantFrom('WEEKLY' as const, 'MONTHLY' as const),
  interval: fc.integer({ min: 1, max: 3 }),
  byDay: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 2 }),
  positions: fc.uniqueArray(fc.constantFrom(1, 2, -1, -2), { minLength: 1 }),
  wkst: fc.integer({ min: 0, max: 6 }),
});

it('chooses the days of each week or month by position, each once', () => {
  fc.assert(
    fc.property(RULES, fc.integer({ min: 0, max: 800 }), (rule, days) => {
      const start = FIRST + days * DAY;
      const found = occurrencesOf(textOf(rule), { start, end: start + 3600 }, 'repeat');
      expect(found.map((window) => window.start)).toEqual(expected(rule, start));
    }),
    { numRuns: 500 },
  );
});
