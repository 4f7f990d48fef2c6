/** An instant in whole seconds since 1970-01-01T00:00:00Z. `FOREVER` stands for "no end". */
export type Instant = number;

export const FOREVER: Instant = Number.POSITIVE_INFINITY;

/** Half-open: `start` belongs to the window, `end` does not, so back-to-back windows never meet. */
export interface TimeWindow {
  readonly start: Instant;
  readonly end: Instant;
}

/** A window in JSON, which has no number for an open end. */
export interface JsonWindow {
  readonly start: Instant;
  readonly end: Instant | null;
}

export function windowFromJson({ start, end }: JsonWindow): TimeWindow {
  return { start, end: end ?? FOREVER };
}

/** The last instant the wire form `YYYY-MM-DDThh:mm:ssZ` can carry: 9999-12-31T23:59:59Z. */
export const LAST_INSTANT: Instant = 253_402_300_799;

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:[.,](\d+))?)?)\s*([Zz]|[+-]\d{2}:?\d{2}|[+-]\d{2})$/;

/**
 * Parses an ISO 8601 time with any offset. A fraction of a second is rounded down, or up for an `end`, so that the
 * window covers all of the requested time. Undefined for any other text.
 */
export function parseInstant(text: string, edge: 'start' | 'end'): Instant | undefined {
  const match = ISO_8601.exec(text.trim());
  if (!match) return undefined;
  const [, date, clock, fraction = '', zone] = match;
  const time = clock.length === 5 ? `${clock}:00` : clock.slice(0, 8);
  const milliseconds = Date.parse(`${date}T${time}${isoOffset(zone)}`);
  if (Number.isNaN(milliseconds) || !isCalendarDate(date)) return undefined;
  const isBeyond = edge === 'end' && /[1-9]/.test(fraction);
  const instant = milliseconds / 1000 + (isBeyond ? 1 : 0);
  return instant >= 0 && instant <= LAST_INSTANT ? instant : undefined;
}

/**
 * Whether a time lies after another one, fractions of a second included. Rounded to whole seconds, a window that ends
 * up to a second before its start would not be empty. Both texts must be ones that `parseInstant` reads.
 */
export function isAfter(text: string, other: string): boolean {
  const [later = 0, earlier = 0] = [parseInstant(text, 'start'), parseInstant(other, 'start')];
  return later === earlier ? fractionOf(text) > fractionOf(other) : later > earlier;
}

function fractionOf(text: string): number {
  return Number(`0.${ISO_8601.exec(text.trim())?.[3] ?? 0}`);
}

function isoOffset(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Date.parse turns 31 February into 2 or 3 March; the service rejects such a date instead. */
function isCalendarDate(date: string): boolean {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  if (month === 2) return day <= (isLeapYear(year) ? 29 : 28);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The wire form `YYYY-MM-DDThh:mm:ssZ`. */
export function formatInstant(instant: Instant): string {
  return `${new Date(instant * 1000).toISOString().slice(0, 19)}Z`;
}

/** As `formatInstant`; undefined if the time is absent or open. */
export function formatOptional(instant: Instant | undefined): string | undefined {
  return instant === undefined || instant === FOREVER ? undefined : formatInstant(instant);
}

export function overlaps(a: TimeWindow, b: TimeWindow): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The part of a window that has not passed: past capacity can be neither taken nor released. */
export function fromNow(window: TimeWindow, now: Instant): TimeWindow {
  return { start: Math.max(window.start, now), end: window.end };
}
