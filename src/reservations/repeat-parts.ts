import * as rrule from 'rrule';
import type { Frequency as FrequencyType, Weekday } from 'rrule';
import { DomainError } from '../kernel/domain-error.js';
import { parseInstant, type Instant } from '../kernel/time-window.js';

/** The package is CommonJS, marked as an ES module: Node has its names behind the default export, Jest beside it. */
export const { RRule, Frequency } = 'default' in rrule ? (rrule.default as typeof rrule) : rrule;

/** Maximum number of occurrences of a series (semantics §9). */
export const MAX_OCCURRENCES = 366;

/** How far ahead the last occurrence may begin: 366 months. */
export const MAX_AHEAD_DAYS = 31 * 366;

/** An RRULE, as far as the service knows them. Times are UTC. */
export interface RepeatRule {
  readonly freq: FrequencyType;
  readonly interval: number;
  readonly count?: number;
  /** The last instant at which an occurrence may begin. */
  readonly until?: Instant;
  readonly byweekday?: readonly Weekday[];
  readonly bymonthday?: readonly number[];
  readonly bysetpos?: readonly number[];
  readonly wkst?: Weekday;
}

const FREQUENCIES: ReadonlyMap<string, FrequencyType> = new Map([
  ['DAILY', Frequency.DAILY],
  ['WEEKLY', Frequency.WEEKLY],
  ['MONTHLY', Frequency.MONTHLY],
]);

const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', 'WKST'] as const;

type PartName = (typeof PARTS)[number];

type Parts = Partial<Record<PartName, string>>;

const WEEKDAYS: ReadonlyMap<string, Weekday> = new Map([
  ['MO', RRule.MO],
  ['TU', RRule.TU],
  ['WE', RRule.WE],
  ['TH', RRule.TH],
  ['FR', RRule.FR],
  ['SA', RRule.SA],
  ['SU', RRule.SU],
]);

/** A month has at most five of each day of the week. */
const ORDINALS = [1, 2, 3, 4, 5] as const;

const UNTIL = /^(\d{8})(?:(T(?!24)\d{6})Z?)?$/;
const DATE = /^(\d{4})(\d{2})(\d{2})$/;
const TIME = /^T(\d{2})(\d{2})(\d{2})$/;

/**
 * Reads an RRULE. Refuses each part that RFC 5545 does not have with this frequency, and each value out of its range: the
 * library would read them as something else, or search for a day that never comes.
 *
 * @param rule with or without its name
 * @param field the caller's spelling
 * @throws DomainError `invalid-request`
 */
export function readRule(rule: string, field: string): RepeatRule {
  const refuse = (why: string): never => {
    throw DomainError.invalidField([field], why);
  };
  const parts = partsOf(rule.trim().replace(/^RRULE:/i, ''), refuse);
  const freq = FREQUENCIES.get(parts.FREQ ?? '') ?? refuse('needs FREQ=DAILY, WEEKLY or MONTHLY');
  if ((parts.COUNT === undefined) === (parts.UNTIL === undefined)) {
    refuse('needs COUNT or UNTIL, and not both');
  }
  const read: RepeatRule = {
    freq,
    interval: numberIn(parts, 'INTERVAL', MAX_AHEAD_DAYS, refuse) ?? 1,
    count: numberIn(parts, 'COUNT', MAX_OCCURRENCES, refuse),
    until: parts.UNTIL === undefined ? undefined : untilOf(parts.UNTIL, refuse),
    byweekday: weekdaysOf(parts.BYDAY, freq, refuse),
    bymonthday: offsetsIn(parts, 'BYMONTHDAY', 31, refuse),
    bysetpos: offsetsIn(parts, 'BYSETPOS', 31, refuse),
    wkst: parts.WKST === undefined ? undefined : weekStartOf(parts.WKST, refuse),
  };
  checkTogether(read, refuse);
  return read;
}

type Refuse = (why: string) => never;

function partsOf(text: string, refuse: Refuse): Parts {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name, ...value] = part.split('=');
    if (!PARTS.some((known) => known === name)) {
      refuse(`must be an RRULE of ${PARTS.join(', ')}; not known here: ${name.slice(0, 32)}`);
    }
    if (parts.has(name)) refuse('must not name a part twice');
    parts.set(name, value.join('='));
  }
  return Object.fromEntries(parts);
}

/** A number from 1 on; undefined if the part is absent. */
function numberIn(parts: Parts, name: PartName, max: number, refuse: Refuse): number | undefined {
  const text = parts[name];
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : refuse(`${name} must be a number from 1 to ${max}`);
}

/** Numbers counted from the beginning, or from the end if they are negative. */
function offsetsIn(parts: Parts, name: PartName, max: number, refuse: Refuse): number[] | undefined {
  return parts[name]?.split(',').map((text) => {
    const number = /^[+-]?\d{1,2}$/.test(text) ? Number(text) : 0;
    const isKnown = number !== 0 && Math.abs(number) <= max;
    return isKnown ? number : refuse(`${name} must be numbers from 1 to ${max}, or from -1 to -${max}`);
  });
}

function weekdaysOf(text: string | undefined, freq: FrequencyType, refuse: Refuse): Weekday[] | undefined {
  const read = text?.split(',').map((each) => {
    const [, ordinal, name] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(each) ?? [];
    const day =
      WEEKDAYS.get(name) ?? refuse('BYDAY must be days such as MO, or 2MO and -1MO with FREQ=MONTHLY');
    if (ordinal === undefined) return { day };
    if (freq !== Frequency.MONTHLY) refuse(`BYDAY=${each} needs FREQ=MONTHLY`);
    return { day, ordinal: Number(ordinal) };
  });
  if (!read?.some(({ ordinal }) => ordinal !== undefined)) return read?.map(({ day }) => day);
  // The library takes days with and without a number as two conditions, not as one list.
  return read.flatMap(({ day, ordinal }) =>
    (ordinal === undefined ? ORDINALS : [ordinal]).map((number) => day.nth(number)),
  );
}

function weekStartOf(text: string, refuse: Refuse): Weekday {
  return WEEKDAYS.get(text) ?? refuse('WKST must be a day such as MO');
}

/** A date alone includes the whole day. */
function untilOf(text: string, refuse: Refuse): Instant {
  const [, date, time = 'T235959'] = UNTIL.exec(text) ?? [];
  const iso = `${date?.replace(DATE, '$1-$2-$3')}${time.replace(TIME, 'T$1:$2:$3Z')}`;
  return parseInstant(iso, 'start') ?? refuse('UNTIL must be a time such as 20300131T080000Z, or a date');
}

function checkTogether(
  { freq, interval, byweekday, bymonthday, bysetpos }: RepeatRule,
  refuse: Refuse,
): void {
  if (bymonthday && freq !== Frequency.MONTHLY) refuse('BYMONTHDAY needs FREQ=MONTHLY');
  if (byweekday && freq === Frequency.DAILY && interval !== 1)
    refuse('BYDAY with FREQ=DAILY needs INTERVAL=1');
  if (!bysetpos) return;
  if (freq === Frequency.DAILY) refuse('BYSETPOS needs FREQ=WEEKLY or MONTHLY');
  if (!byweekday && !bymonthday) refuse('BYSETPOS needs BYDAY or BYMONTHDAY');
  const days = new Set(byweekday?.map(({ weekday }) => weekday)).size;
  if (freq === Frequency.WEEKLY && bysetpos.some((position) => Math.abs(position) > days)) {
    refuse(`BYSETPOS must not be beyond the ${days} days of BYDAY`);
  }
}
