/** Whole seconds since 1970, as the service counts. `FOREVER` is an open end. */
export type Instant = number;

export const FOREVER: Instant = Number.POSITIVE_INFINITY;
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;
export const WEEK = 7 * DAY;

/** Half-open: `end` is not part of it. */
export interface TimeWindow {
  readonly start: Instant;
  readonly end: Instant;
}

export function fromWire(text: string): Instant {
  return Math.floor(Date.parse(text) / 1000);
}

/** An absent end of the interface is an open one. */
export function endFromWire(text: string | null | undefined): Instant {
  return text ? fromWire(text) : FOREVER;
}

export function toWire(instant: Instant): string {
  return new Date(instant * 1000).toISOString().replace('.000Z', 'Z');
}

/** `undefined` for an open end, so that JSON leaves it out. */
export function endToWire(instant: Instant): string | undefined {
  return Number.isFinite(instant) ? toWire(instant) : undefined;
}

export function now(): Instant {
  return Math.floor(Date.now() / 1000);
}

export function spanOf({ start, end }: TimeWindow): number {
  return end - start;
}

export function overlaps(a: TimeWindow, b: TimeWindow): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Of a window that has begun only the rest counts, as for the service; of one that is over, all. */
export function remaining({ start, end }: TimeWindow, at: Instant): TimeWindow {
  return { start: end > at ? Math.max(start, at) : start, end };
}

export function shifted({ start, end }: TimeWindow, seconds: number): TimeWindow {
  return { start: start + seconds, end: end + seconds };
}

const MIN_SPAN = 5 * MINUTE;
const MAX_SPAN = 4 * 365 * DAY;

/** @param factor below 1 zooms in; @param pivot stays where it is on the screen */
export function zoomed({ start, end }: TimeWindow, factor: number, pivot: Instant): TimeWindow {
  const span = Math.min(Math.max((end - start) * factor, MIN_SPAN), MAX_SPAN);
  const share = (pivot - start) / (end - start);
  const from = Math.round(pivot - share * span);
  return { start: from, end: Math.round(from + span) };
}
