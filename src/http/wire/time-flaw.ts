import { LAST_INSTANT, formatInstant, parseInstant } from '../../kernel/time-window.js';

const SAMPLE = '2030-01-31T08:00:00Z';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/;
/** A `+` that is not encoded in a query arrives as a space. */
const SPACE_FOR_PLUS = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? \d{2}(?::?\d{2})?$/;
const YEAR_AFTER_9999 = /^\+?0*[1-9]\d{4,5}-\d{2}-\d{2}/;
const YEAR_BEFORE_1970 = /^(?:-\d{4,6}|0\d{3}|1[0-8]\d{2}|19[0-6]\d)-\d{2}-\d{2}/;
const YEAR_AT_EITHER_BOUND = /^(1970|9999)-/;

const IN_FORM = `must be an ISO 8601 time such as ${SAMPLE}`;

/**
 * Describes why `parseInstant` rejects a text, as a continuation of the member's name. Without an argument, describes
 * the form of a time.
 */
export function timeFlaw(text?: string): string {
  const time = text?.trim() ?? '';
  if (DATE.test(time)) return `is a date without a time of day; ${IN_FORM}`;
  if (SPACE_FOR_PLUS.test(time)) {
    return 'has a space before its offset; in a query write + as %2B, such as 2030-01-31T08:00:00%2B01:00';
  }
  if (WITHOUT_ZONE.test(time)) {
    const zoned = `${time}Z`;
    return isReadable(zoned)
      ? `has no time zone; end it with Z or an offset, such as ${SAMPLE}`
      : timeFlaw(zoned);
  }
  if (YEAR_AFTER_9999.test(time)) return beyond();
  if (YEAR_BEFORE_1970.test(time)) return early();
  const bound = YEAR_AT_EITHER_BOUND.exec(time)?.[1];
  // An offset, or a fraction that is rounded up, moves it beyond the first or the last instant.
  if (bound !== undefined && isReadable(time.replace(bound, '2030')))
    return bound === '1970' ? early() : beyond();
  if (isInForm(time)) return `is not a date or a time of day that exists; ${IN_FORM}`;
  return IN_FORM;
}

function isReadable(text: string): boolean {
  return parseInstant(text, 'end') !== undefined;
}

function isInForm(text: string): boolean {
  // Only the digits of the date and of the time of day can be out of range.
  return isReadable(text.replace(/^\d{4}-\d{2}-\d{2}([Tt ])\d{2}:\d{2}(:\d{2})?/, '2030-01-31$108:00:00'));
}

function early(): string {
  return `is before 1970; ${IN_FORM}, from 1970-01-01T00:00:00Z on`;
}

function beyond(): string {
  return `is beyond the year 9999; ${IN_FORM}, up to ${formatInstant(LAST_INSTANT)}`;
}
