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

const MAX_AHEAD_SECONDS = MAX_AHEAD_DAYS * 86_400;

/** So many months that no second period lies before the year 9999, where the library ends. */
const ONE_PERIOD = 12 * 10_000;

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
  const starts = read.freq === Frequency.MONTHLY ? byMonth(read, window.start) : inOneGo(read, window.start);
  if (starts.length > MAX_OCCURRENCES) refuse(`must not have more than ${MAX_OCCURRENCES} occurrences`);
  if (starts.length === 0) refuse('has no occurrence');
  if (read.count && starts.length < read.count) refuse('must not reach further than 31 years');
  const length = window.end - window.start;
  if ((starts.at(-1) ?? 0) + length > LAST_INSTANT) refuse('must not reach beyond the year 9999');
  return starts.map((start) => ({ start, end: start + length }));
}

/** Days and weeks: none of their periods is empty, so the library ends at the last occurrence. */
function inOneGo({ until, count, ...rule }: RepeatRule, from: Instant): Instant[] {
  // Each day of the list: the library gives that by weeks only.
  const freq = rule.byweekday ? Frequency.WEEKLY : rule.freq;
  const last = toDate(lastStart(until, from));
  return new RRule({ ...optionsOf(rule), freq, dtstart: toDate(from), until: last })
    .all((_, index) => index < limitOf(count))
    .map(toInstant);
}

/**
 * Months can be empty. The library would go on to the year 9999 in search of an occurrence, without a pause, so it is asked
 * for a month at a time.
 */
function byMonth({ until, count, ...rule }: RepeatRule, from: Instant): Instant[] {
  const begin = toDate(from);
  const last = lastStart(until, from);
  const inMonth = { ...optionsOf(rule), interval: ONE_PERIOD };
  if (!rule.byweekday && !rule.bymonthday) inMonth.bymonthday = [begin.getUTCDate()];
  const starts: Instant[] = [];
  const limit = limitOf(count);
  for (let months = 0; starts.length < limit; months += rule.interval) {
    const dtstart = new Date(begin);
    dtstart.setUTCMonth(begin.getUTCMonth() + months, 1);
    if (toInstant(dtstart) > last) break;
    const found = new RRule({ ...inMonth, dtstart }).all().map(toInstant);
    starts.push(...found.filter((start) => start >= from && start <= last));
  }
  return starts.slice(0, limit);
}

/** One more than a series may have shows that it has too many. */
function limitOf(count = MAX_OCCURRENCES + 1): number {
  return count;
}

function lastStart(until = Number.POSITIVE_INFINITY, from: Instant): Instant {
  return Math.min(until, from + MAX_AHEAD_SECONDS, LAST_INSTANT);
}

function optionsOf({
  byweekday,
  bymonthday,
  bysetpos,
  ...rest
}: Omit<RepeatRule, 'until' | 'count'>): Partial<Options> {
  return {
    ...rest,
    byweekday: byweekday && [...byweekday],
    bymonthday: bymonthday && [...bymonthday],
    bysetpos: bysetpos && [...bysetpos],
  };
}

function toDate(instant: Instant): Date {
  return new Date(instant * 1000);
}

function toInstant(date: Date): Instant {
  return date.getTime() / 1000;
}
