import { DAY, HOUR, MINUTE, type Instant } from '../kernel/instant';

const DATE_TIME = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const WITH_SECONDS = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** In the zone of the viewer; with seconds only where there are any. */
export function formatLocal(instant: Instant): string {
  if (!Number.isFinite(instant)) return 'open';
  return (instant % MINUTE === 0 ? DATE_TIME : WITH_SECONDS).format(instant * 1000);
}

export function formatUtc(instant: Instant): string {
  if (!Number.isFinite(instant)) return 'no end';
  return `${new Date(instant * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The zone in which this page shows times, such as `Europe/Berlin`. */
export const VIEWERS_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const STEPS: readonly (readonly [number, string])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1, 'second'],
];

/** The two largest units: `3 days 4 hours`; with a minus where the end is before the start. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'for ever';
  if (seconds <= -1) return `−${formatDuration(-seconds)}`;
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [size, name] of STEPS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, 2).join(' ') || '0 seconds';
}
