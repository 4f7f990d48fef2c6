/** How a reservation repeats; `rruleOf` writes it as RFC 5545 does. Days and times are UTC, as the service expands them. */
export interface Repeat {
  readonly every: 'day' | 'week' | 'month';
  /** Only for weeks: `MO` to `SU`; none: the day of the first. */
  readonly days: readonly string[];
  readonly count: number;
}

export const MAX_OCCURRENCES = 366;

export const WEEKDAYS = [
  ['MO', 'Mon'],
  ['TU', 'Tue'],
  ['WE', 'Wed'],
  ['TH', 'Thu'],
  ['FR', 'Fri'],
  ['SA', 'Sat'],
  ['SU', 'Sun'],
] as const;

const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const;

export function rruleOf({ every, days, count }: Repeat): string {
  const order = WEEKDAYS.map(([name]) => name as string);
  const chosen = order.filter((name) => days.includes(name));
  const byDay = every === 'week' && chosen.length > 0 ? [`BYDAY=${chosen.join(',')}`] : [];
  return [`FREQ=${FREQUENCIES[every]}`, ...byDay, `COUNT=${count}`].join(';');
}
