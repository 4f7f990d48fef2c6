import { operation, rendered } from './load.mjs';

export const ZONE = 'bench';

export const HOUR = 3600;
export const DAY = 24 * HOUR;
export const MONTH = 30 * DAY;
export const YEAR = 365 * DAY;

/** What one request may add at most of a 16-bit class; ample capacity takes many. */
const LARGEST_INCREASE = 32_767;

/** Requests rendered ahead; they are sent in turn, so windows repeat only after so many. */
const RENDERED = 8192;

/** Gives the benchmarks' zone a provider with room for `reservations` of the requests below at once. */
export async function prepareZone(port, reservations) {
  const added = await operation(port, 'add-provider', {
    'provider-type': 'simulated',
    endpoint: 'http://cloud.example:5000/v3',
    username: 'operator',
    password: 'correct horse',
    tenant: { id: 't1', name: 'Tenant' },
    zone: ZONE,
  });
  const capacity = { cores: LARGEST_INCREASE, ram: LARGEST_INCREASE * 2048, instances: LARGEST_INCREASE };
  const source = added['provider-id'];
  const increases = Math.ceil(reservations / LARGEST_INCREASE);
  for (let i = 0; i < increases; i++) await operation(port, 'increase-capacity', { source, capacity });
  return source;
}

/** Requests to create reservations of one core at random places in the year to come, of a length or of any. */
export function createRequests(length, zone = ZONE) {
  return Array.from({ length: RENDERED }, () => {
    const { start, end } = randomWindow(length);
    const capacity = { cores: '1', ram: '2048', instances: '1' };
    return rendered('POST', '/create-reservation', { zone, start: time(start), end: time(end), capacity });
  });
}

/** A window in the year to come, in seconds since 1970; without a length, between two random minutes of it. */
export function randomWindow(length) {
  const now = Math.floor(Date.now() / 1000) + HOUR;
  if (length !== undefined) {
    // Whatever its length, it starts in the part of the year in which all of it lies there; a year starts at once.
    const start = now + Math.floor(Math.random() * Math.max(YEAR - length, HOUR));
    return { start, end: start + length };
  }
  const a = Math.floor((Math.random() * YEAR) / 60);
  const b = Math.floor((Math.random() * YEAR) / 60);
  return { start: now + Math.min(a, b) * 60, end: now + (Math.max(a, b) + 1) * 60 };
}

export function time(instant) {
  return `${new Date(instant * 1000).toISOString().slice(0, 19)}Z`;
}
