import { parse, type ParsedResult } from 'chrono-node';
import { UsageError } from './failures.js';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const DURATION = /^(\d+[smhdw])+$/;
/** Such as 01.06.2030 or 6/1, which is read in one way here and in another there. */
const NUMERIC_DATE = /(?<![\d./-])(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\/\d{1,2})(?!\d)/;
const MAX_YEAR = 9999;
/** Ten thousand years: `Date` takes no time much later. */
const MAX_SECONDS = 10_000 * 366 * 86_400;

/** Such as `-2h`. */
export function isStepBack(text: string): boolean {
  return text.startsWith('-') && DURATION.test(text.slice(1));
}

/** What times count from, and which way. */
export interface Reading {
  /** What words count from. */
  readonly now: Date;
  /** What `+` and `-` count from (default: now). */
  readonly reference?: Date;
  /** A weekday or a time of day is the next one, as in a request; otherwise the nearest, as in a list. */
  readonly isAhead?: boolean;
}

/**
 * Reads a time as people write it: `now`, `+3d` and `-2h` (from the reference), ISO 8601, or words such as `tomorrow 9:00`.
 * What has no offset is in the zone of this machine; a day without a time is its midnight.
 *
 * @throws UsageError
 */
export function parseTime(text: string, { now, reference = now, isAhead = false }: Reading): Date {
  const trimmed = text.trim();
  if (trimmed === 'now') return now;
  const [sign, rest] = [trimmed.slice(0, 1), trimmed.slice(1)];
  // Words would count from now, whatever the reference: '+1.5d' or '+2 days' is refused rather than misunderstood.
  if (sign === '+' || sign === '-') {
    const time = new Date(reference.getTime() + (sign === '+' ? 1 : -1) * parseDuration(rest) * 1000);
    if (isInRange(time)) return time;
    throw new UsageError(
      `'${text}' is outside the years 0 to ${MAX_YEAR}, in which all times of the service are`,
    );
  }
  if (DURATION.test(trimmed)) {
    throw new UsageError(
      `'${text}' is a duration: write it like '+${trimmed}', or 'in 3 days' to count from now`,
    );
  }
  if (NUMERIC_DATE.test(trimmed)) {
    throw new UsageError(`'${text}' could be two days: write it like 2030-06-01 or '1 june 2030'`);
  }
  const found = /^\d{4}-/.test(trimmed) ? isoTime(trimmed) : timeInWords(trimmed, now, isAhead);
  if (found && isInRange(found)) return found;
  throw new UsageError(
    `'${text}' is not a time: write it like 'tomorrow 9:00', '+3d', 'next monday' or 2030-06-01T10:00:00Z`,
  );
}

/** Requests have UTC, so the year counts there. */
function isInRange(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 0 && year <= MAX_YEAR;
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Undefined: no such date, or not in this form.
 *
 * @throws UsageError for a time of day that the clocks leave out
 */
function isoTime(text: string): Date | undefined {
  const [, day, clock, offset = ''] = ISO.exec(text.toUpperCase()) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const time = new Date(`${day}T${clock ?? '00:00'}${offset}`);
  if (Number.isNaN(time.getTime())) return undefined;
  if (clock !== undefined && offset === '' && !isLocal(time, clock)) {
    throw leftOut(text);
  }
  return time;
}

function leftOut(text: string): UsageError {
  return new UsageError(`'${text}' does not exist here: the clocks are put forward then`);
}

/** `Date` moves a time that the clocks leave out. */
function isLocal(time: Date, clock: string): boolean {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours === 24 || (time.getHours() === hours && time.getMinutes() === minutes);
}

/** `Date` takes 31 June for 1 July. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function timeInWords(text: string, now: Date, isAhead: boolean): Date | undefined {
  const forwardDate = isAhead && !/^(last|past)\b/i.test(text);
  const [found, ...others] = parse(text, now, { forwardDate });
  // Half of it understood is something else: 'tomorow 9:00' isn't today at nine, nor is '9:00-17:00' its start.
  if (!found || others.length > 0 || found.text.length !== text.length || found.end) return undefined;
  if (found.tags().has('result/relativeDate') && !COUNTS_FROM_NOW.test(text)) return undefined;
  const time = found.date();
  if (found.start.isCertain('hour') && !found.start.isCertain('timezoneOffset')) {
    // `Date` moves a time that the clocks leave out.
    if (time.getHours() !== found.start.get('hour')) throw leftOut(text);
  }
  if (isDayAlone(found)) {
    time.setHours(0, 0, 0, 0);
    if (forwardDate && time < now) moveAhead(time, found);
  }
  return time;
}

/** chrono looks ahead from noon, so in the morning it takes the weekday or the date of today for the next one. */
function moveAhead(time: Date, { start }: ParsedResult): void {
  if (start.isCertain('weekday')) time.setDate(time.getDate() + 7);
  else if (start.isCertain('month') && !start.isCertain('year')) time.setFullYear(time.getFullYear() + 1);
}

/** 'in 3 days' keeps the time of day, and 'tomorrow morning' implies one; 'monday' has none, for which chrono takes noon. */
function isDayAlone(found: ParsedResult): boolean {
  const tags = found.tags();
  const isRelative = tags.has('result/relativeDate');
  return !isRelative && !found.start.isCertain('hour') && ![...tags].some((tag) => TIME_OF_DAY.test(tag));
}

/** What says so. '3 days later' or 'tomorrow + 3h' may be meant to count from something else. */
const COUNTS_FROM_NOW = /^((in|within|last|past)\b|(next|this) [a-z])[^+]*$|\bago$/i;

const TIME_OF_DAY = /^casualReference\/(tonight|morning|afternoon|evening|noon|midnight)$/;

/**
 * Seconds of a duration such as `90m`, `3d` or `1d12h`.
 *
 * @throws UsageError
 */
export function parseDuration(text: string): number {
  if (!DURATION.test(text))
    throw new UsageError(`'${text}' is not a duration: write it like 90m, 3d or 1d12h`);
  const parts = [...text.matchAll(/(\d+)([smhdw])/g)];
  const seconds = parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
  if (seconds > MAX_SECONDS) throw new UsageError(`'${text}' is longer than ten thousand years`);
  return seconds;
}

/** A duration as a person says it, such as `3d` or `1d 12h`; two units at most. */
export function durationText(seconds: number): string {
  const units = Object.entries(SECONDS)
    .filter(([unit]) => unit !== 'w')
    .sort(([, a], [, b]) => b - a);
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(' ') || '0s';
}

/** Local time with its offset, which can be pasted into an option again: `2030-06-01T10:00+02:00`. */
export function timeText(time: string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000).toISOString();
  const clock = local.slice(0, date.getUTCSeconds() === 0 ? 16 : 19);
  return `${clock}${offset === 0 ? 'Z' : offsetText(offset)}`;
}

function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
}
