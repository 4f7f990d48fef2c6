import type { Options } from 'rrule';
import { DomainError } from '../kernel/domain-error.js';
import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../kernel/time-window.js';
import {
  Frequency,
  MAX_AHEAD_DAYS,
  MAX_OCCURRENCES,
  readRule,
  RRule,
  type RepeatRule,
} from './repeat-parts.js';

/** Longest text of a rule; what it can say takes far less. */
export const MAX_RULE_LENGTH = 255;

/** So many months that no second period lies before the year 9999, where the library ends. */
const ONE_PERIOD = 12 * 10_000;

const DAY_SECONDS = 86_400;

const MAX_AHEAD_SECONDS = MAX_AHEAD_DAYS * DAY_SECONDS;

/** One more than a series may have shows that it has too many. */
const MAX_FOUND = MAX_OCCURRENCES + 1;

/**
 * The windows of a series: the first begins with the given window or after it, as the rule says, and each is as long. Times
 * are UTC.
 *
 * @param rule an RRULE of RFC 5545, with or without its name
 * @param field the caller's spelling
 * @throws DomainError `invalid-request`
 */
export function occurrencesOf(rule: string, window: TimeWindow, field: string): TimeWindow[] {
  const refuse = (why: string): never => {
    throw DomainError.invalidField([field], why);
  };
  if (window.end === FOREVER) refuse('needs an end: each occurrence is as long as the first');
  const read = readRule(rule, field);
  const starts = startsOf(read, window.start);
  if (starts.length > MAX_OCCURRENCES) refuse(`must not have more than ${MAX_OCCURRENCES} occurrences`);
  if (starts.length === 0) refuse('has no occurrence');
  if (isCut(read, starts, window.start)) {
    const isNearEnd = window.start + MAX_AHEAD_SECONDS > LAST_INSTANT;
    refuse(isNearEnd ? 'must not reach beyond the year 9999' : 'must not reach further than 31 years');
  }
  const length = window.end - window.start;
  if ((starts.at(-1) ?? 0) + length > LAST_INSTANT) refuse('must not reach beyond the year 9999');
  return starts.map((start) => ({ start, end: start + length }));
}

/** Whether the rule goes on after the last instant at which an occurrence may begin. */
function isCut({ count, until }: RepeatRule, starts: readonly Instant[], from: Instant): boolean {
  return count === undefined
    ? until !== undefined && until > from + MAX_AHEAD_SECONDS
    : starts.length < count;
}

function startsOf(rule: RepeatRule, from: Instant): Instant[] {
  if (rule.freq === Frequency.MONTHLY) return byPeriod(rule, from, monthOf);
  return rule.bysetpos ? byPeriod(rule, from, weekOf) : inOneGo(rule, from);
}

/** Days and weeks: none of their periods is empty, so the library ends at the last occurrence. */
function inOneGo(rule: RepeatRule, from: Instant): Instant[] {
  // Each day of the list: the library gives that by weeks only.
  const freq = rule.byweekday ? Frequency.WEEKLY : rule.freq;
  const last = toDate(lastStart(rule.until, from));
  return new RRule({ ...optionsOf(rule), freq, dtstart: toDate(from), until: last })
    .all((_, index) => index < (rule.count ?? MAX_FOUND))
    .map(toInstant);
}

/** Options with which the library gives the days of the month, or week, that is so many after that of `from`. */
type Period = (
  rule: RepeatRule,
  from: Instant,
  after: number,
) => Partial<Options> & { readonly dtstart: Date };

/**
 * Asks the library for one whole period at a time. Months can be empty: it would go on to the year 9999 in search of an
 * occurrence, without a pause. Positions count the days of the whole period, also those before the first occurrence.
 */
function byPeriod(rule: RepeatRule, from: Instant, period: Period): Instant[] {
  const last = lastStart(rule.until, from);
  const starts: Instant[] = [];
  const limit = rule.count ?? MAX_FOUND;
  for (let after = 0; starts.length < limit; after += rule.interval) {
    const options = period(rule, from, after);
    if (toInstant(options.dtstart) > last) break;
    const days = new RRule(options).all().map(toInstant);
    starts.push(...atPositions(days, rule.bysetpos).filter((start) => start >= from && start <= last));
  }
  return starts.slice(0, limit);
}

function monthOf(rule: RepeatRule, from: Instant, after: number) {
  const begin = toDate(from);
  const dtstart = new Date(begin);
  dtstart.setUTCMonth(begin.getUTCMonth() + after, 1);
  const { bymonthday = rule.byweekday ? undefined : [begin.getUTCDate()], ...options } = optionsOf(rule);
  return { ...options, bymonthday, interval: ONE_PERIOD, dtstart };
}

function weekOf(rule: RepeatRule, from: Instant, after: number) {
  const { weekday: first } = rule.wkst ?? RRule.MO;
  // Weekdays of the library begin with Monday.
  const passed = (toDate(from).getUTCDay() + 6 - first) % 7;
  const start = from + (after * 7 - passed) * DAY_SECONDS;
  return {
    ...optionsOf(rule),
    interval: 1,
    dtstart: toDate(start),
    until: toDate(start + 7 * DAY_SECONDS - 1),
  };
}

/** The library gives a date twice that two positions name, and a wrong one for a position beyond the period. */
function atPositions(days: readonly Instant[], positions: readonly number[] | undefined): readonly Instant[] {
  if (!positions) return days;
  const chosen = positions.flatMap((position) => days.at(position < 0 ? position : position - 1) ?? []);
  return [...new Set(chosen)].sort((a, b) => a - b);
}

function lastStart(until = Number.POSITIVE_INFINITY, from: Instant): Instant {
  return Math.min(until, from + MAX_AHEAD_SECONDS, LAST_INSTANT);
}

function optionsOf({ freq, interval, wkst, byweekday, bymonthday }: RepeatRule): Partial<Options> {
  return {
    freq,
    interval,
    wkst,
    byweekday: byweekday && [...byweekday],
    bymonthday: bymonthday && [...bymonthday],
  };
}

function toDate(instant: Instant): Date {
  return new Date(instant * 1000);
}

function toInstant(date: Date): Instant {
  return date.getTime() / 1000;
}
