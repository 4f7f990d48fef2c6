import fc from 'fast-check';

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const days = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 3 });
const monthDays = fc.uniqueArray(fc.constantFrom(1, 2, 15, 29, 31, -1, -3), { minLength: 1, maxLength: 2 });
const ordinals = fc.uniqueArray(
  fc.tuple(fc.constantFrom('', '1', '2', '5', '-1'), fc.constantFrom(...DAYS)),
  {
    minLength: 1,
    maxLength: 2,
  },
);
const ends = { count: fc.integer({ min: 1, max: 5 }), until: fc.option(fc.integer({ min: 0, max: 40 })) };
const interval = fc.integer({ min: 1, max: 3 });

const RULES = [
  fc.record({ freq: fc.constant('DAILY' as const), interval, ...ends }),
  fc.record({ freq: fc.constant('DAILY' as const), byDay: days, ...ends }),
  fc.record({ freq: fc.constant('WEEKLY' as const), interval, ...ends }),
  fc.record({
    ...{ freq: fc.constant('WEEKLY' as const), interval, byDay: days, ...ends },
    ...{ weekStart: fc.constantFrom(undefined, ...DAYS), position: fc.constantFrom(undefined, 1, -1) },
  }),
  fc.record({ freq: fc.constant('MONTHLY' as const), interval, ...ends }),
  fc.record({
    ...{ freq: fc.constant('MONTHLY' as const), interval, ...ends },
    byDay: fc.option(
      ordinals.map((list) => list.map((each) => each.join(''))),
      { nil: undefined },
    ),
    byMonthDay: monthDays,
    position: fc.constantFrom(undefined, 1, -1, 2),
  }),
  fc.record({
    ...{ freq: fc.constant('MONTHLY' as const), interval, ...ends },
    byDay: ordinals.map((list) => list.map((each) => each.join(''))),
    position: fc.constantFrom(undefined, 1, -1, 3),
  }),
];

interface Rule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  readonly interval?: number;
  readonly byDay?: readonly string[];
  readonly byMonthDay?: readonly number[];
  readonly position?: number;
  readonly weekStart?: string;
  readonly count: number;
  /** Days after the start; instead of the count. */
  readonly until: number | null;
}

export const RULE: fc.Arbitrary<Rule> = fc.oneof(
  // Occurrences that may overlap.
  { weight: RULES.length, arbitrary: RULES[0] as fc.Arbitrary<Rule> },
  ...(RULES as fc.Arbitrary<Rule>[]).map((arbitrary) => ({ weight: 1, arbitrary })),
);

/** The longest series, in days. */
const HORIZON = 31 * 365;

const DAY = 86_400_000;

const utc = (hour: number) => new Date(hour * 3_600_000);

export function textOf({ until, ...rule }: Rule, start: number): string {
  const last = utc(start + 24 * (until ?? 0))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  const parts = [
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval],
    ['BYDAY', rule.byDay],
    ['BYMONTHDAY', rule.byMonthDay],
    ['BYSETPOS', rule.position],
    ['WKST', rule.weekStart],
    until === null ? ['COUNT', rule.count] : ['UNTIL', last],
  ];
  return parts
    .flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)].join('=')))
    .join(';');
}

/** The starts of a rule, in hours, found day by day. Empty if there are none, or too few. */
export function startsOf(rule: Rule, start: number): number[] {
  const { interval = 1, count, until, position } = rule;
  const periods = new Map<number, number[]>();
  const first = periodOf(rule, utc(start));
  for (let day = -31; day <= (until ?? HORIZON) + 31; day++) {
    const at = start + 24 * day;
    const period = periodOf(rule, utc(at)) - first;
    if (period < 0 || period % interval !== 0 || !matches(rule, utc(at), utc(start))) continue;
    periods.set(period, [...(periods.get(period) ?? []), at]);
  }
  const chosen = [...periods.values()].flatMap((each) =>
    position === undefined ? each : (each.at(position < 0 ? position : position - 1) ?? []),
  );
  const starts = chosen.filter((at) => at >= start && at <= start + 24 * (until ?? HORIZON));
  if (until !== null) return starts;
  return starts.length < count ? [] : starts.slice(0, count);
}

/** The number of the day, week or month. */
function periodOf({ freq, weekStart = 'MO' }: Rule, date: Date): number {
  if (freq === 'MONTHLY') return date.getUTCFullYear() * 12 + date.getUTCMonth();
  const day = Math.floor(date.getTime() / DAY);
  // 1970-01-01 was a Thursday.
  return freq === 'DAILY' ? day : Math.floor((day + 4 - DAYS.indexOf(weekStart)) / 7);
}

function matches({ freq, byDay, byMonthDay }: Rule, date: Date, start: Date): boolean {
  const day = date.getUTCDate();
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const name = DAYS[date.getUTCDay()];
  const names = [name, `${Math.ceil(day / 7)}${name}`, `-${Math.ceil((length - day + 1) / 7)}${name}`];
  if (byDay && !byDay.some((each) => names.includes(each))) return false;
  if (byMonthDay && !byMonthDay.some((each) => each === day || each === day - length - 1)) return false;
  if (byDay || byMonthDay || freq === 'DAILY') return true;
  return freq === 'WEEKLY' ? date.getUTCDay() === start.getUTCDay() : day === start.getUTCDate();
}
