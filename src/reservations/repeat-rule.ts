import * as rrule from 'rrule';
import type { Options } from 'rrule';
import { DomainError } from '../kernel/domain-error.js';
import { FOREVER, LAST_INSTANT, type Instant, type TimeWindow } from '../kernel/time-window.js';

/** The package is CommonJS, marked as an ES module: Node has its names behind the default export, Jest beside it. */
const { RRule, Frequency } = 'default' in rrule ? (rrule.default as typeof rrule) : rrule;

/** Maximum number of occurrences of a series (semantics §9). */
export const MAX_OCCURRENCES = 366;

/** Longest text of a rule; what it can say takes far less. */
export const MAX_RULE_LENGTH = 255;

/** How far ahead the last occurrence may begin: 366 months. It bounds the search for a day that never comes. */
const MAX_AHEAD_SECONDS = 31 * 366 * 86_400;

const FREQUENCIES: ReadonlySet<number> = new Set([Frequency.DAILY, Frequency.WEEKLY, Frequency.MONTHLY]);

/** The parts of a rule that the service takes; each of `BYDAY`, `BYMONTHDAY` with some frequencies only. */
const PARTS: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTHDAY',
  'BYSETPOS',
  'WKST',
]);

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
  const options = readRule(rule, refuse);
  const last = window.start + MAX_AHEAD_SECONDS;
  const until = options.until ? Math.min(toInstant(options.until), last) : last;
  const starts = new RRule({ ...options, dtstart: toDate(window.start), until: toDate(until) })
    .all((_, index) => index <= MAX_OCCURRENCES)
    .map(toInstant);
  if (starts.length > MAX_OCCURRENCES) refuse(`must not have more than ${MAX_OCCURRENCES} occurrences`);
  if (starts.length === 0) refuse('has no occurrence');
  if (options.count && starts.length < options.count) refuse('must not reach further than 31 years');
  const length = window.end - window.start;
  if ((starts.at(-1) ?? 0) + length > LAST_INSTANT) refuse('must not reach beyond the year 9999');
  return starts.map((start) => ({ start, end: start + length }));
}

type RuleOptions = Partial<Options>;

function readRule(rule: string, refuse: (why: string) => never): RuleOptions {
  const text = rule.trim().replace(/^RRULE:/i, '');
  const names = text.split(';').map((part) => part.split('=')[0].toUpperCase());
  const other = names.find((name) => !PARTS.has(name));
  if (other !== undefined)
    refuse(`must be an RRULE of ${[...PARTS].join(', ')}; not known here: ${other.slice(0, 32)}`);
  if (new Set(names).size < names.length) refuse('must not name a part twice');
  const options = parsed(text, refuse);
  const { freq, interval = 1, count, until, byweekday, bymonthday } = options;
  if (freq === undefined || !FREQUENCIES.has(freq)) refuse('needs FREQ=DAILY, WEEKLY or MONTHLY');
  if (!isNatural(interval)) refuse('INTERVAL must be a number from 1');
  if ((count === undefined) === (until === undefined)) refuse('needs COUNT or UNTIL, and not both');
  if (count !== undefined && !(isNatural(count) && Number(count) <= MAX_OCCURRENCES)) {
    refuse(`COUNT must be a number from 1 to ${MAX_OCCURRENCES}`);
  }
  if (bymonthday !== undefined && freq !== Frequency.MONTHLY) refuse('BYMONTHDAY needs FREQ=MONTHLY');
  if (byweekday === undefined || freq !== Frequency.DAILY) return options;
  if (interval !== 1) refuse('BYDAY with FREQ=DAILY needs INTERVAL=1');
  return { ...options, freq: Frequency.WEEKLY };
}

function parsed(text: string, refuse: (why: string) => never): RuleOptions {
  try {
    return RRule.parseString(text);
  } catch {
    return refuse('must be an RRULE of RFC 5545, such as FREQ=WEEKLY;COUNT=10');
  }
}

/** The library leaves what is no number as text. */
function isNatural(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}

function toDate(instant: Instant): Date {
  return new Date(instant * 1000);
}

function toInstant(date: Date): Instant {
  return date.getTime() / 1000;
}
