import { operation, rendered } from './load.mjs';

export const ZONE = 'bench';

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 24 * HOUR;
export const MONTH = 30 * DAY;
export const YEAR = 365 * DAY;

/** What one reservation below holds of each class. */
export const ONE = { cores: 1, ram: 2048, instances: 1 };

/** What one request may add at most of a 16-bit class; ample capacity takes many. */
const LARGEST_INCREASE = 32_767;

/** Requests rendered ahead; they are sent in turn, so windows repeat only after so many. */
const RENDERED = 8192;

/** The most that one request may ask for of `ram`. */
export const LARGEST_RAM = 2_147_483_647;

/**
 * Gives a zone a provider with room for `reservations` of the requests below at once, and gives the provider's id.
 *
 * @param options `ram`: how much of it there is, when it is not to be in proportion; `number`: which of the zone's providers; its `traits`
 */
export async function prepareZone(port, reservations, zone = ZONE, { ram, traits, number = 0 } = {}) {
  const added = await operation(port, 'add-provider', {
    'provider-type': 'simulated',
    endpoint: `http://${zone}-${number}.example:5000/v3`,
    username: 'operator',
    password: 'correct horse',
    tenant: { id: 't1', name: 'Tenant' },
    zone,
    traits,
  });
  const source = added['provider-id'];
  for (let left = reservations; left > 0; left -= LARGEST_INCREASE) {
    const count = Math.min(left, LARGEST_INCREASE);
    const capacity = { cores: count, ram: ram ? 0 : count * ONE.ram, instances: count };
    await operation(port, 'increase-capacity', { source, capacity });
  }
  if (ram) await operation(port, 'increase-capacity', { source, capacity: { ram } });
  return source;
}

/** Windows at random places in the year to come, of a length or of any. */
export function randomWindows(length, count = RENDERED) {
  return Array.from({ length: count }, () => randomWindow(length));
}

/** A request to create a reservation of one core for a window; one without an end is open. */
export function createRequest({ start, end }, zone = ZONE) {
  const capacity = { cores: '1', ram: '2048', instances: '1' };
  return rendered('POST', '/create-reservation', {
    zone,
    start: time(start),
    end: end === undefined ? undefined : time(end),
    capacity,
  });
}

export function createRequests(length, zone = ZONE, count = RENDERED) {
  return randomWindows(length, count).map((window) => createRequest(window, zone));
}

/** So many names of zones, the benchmarks' own first. */
export function zoneNames(many) {
  return [ZONE, ...Array.from({ length: many - 1 }, (_, number) => `${ZONE}-${number + 1}`)];
}

/** In turn to all zones; at least as many as there are zones. */
export function requestsTo(zones, count = Math.max(RENDERED, zones.length)) {
  return Array.from({ length: count }, (_, number) =>
    createRequest(randomWindow(), zones[number % zones.length]),
  );
}

/** A window in the year to come, in seconds since 1970; without a length, between two random minutes of it. */
export function randomWindow(length) {
  const now = Math.floor(Date.now() / 1000) + HOUR;
  if (length === Infinity) return { start: now + Math.floor(Math.random() * YEAR), end: undefined };
  if (length !== undefined) {
    // Whatever its length, it starts in the part of the year in which all of it lies there; a year starts at once.
    const start = now + Math.floor(Math.random() * Math.max(YEAR - length, HOUR));
    return { start, end: start + length };
  }
  const a = Math.floor((Math.random() * YEAR) / MINUTE);
  const b = Math.floor((Math.random() * YEAR) / MINUTE);
  return { start: now + Math.min(a, b) * MINUTE, end: now + (Math.max(a, b) + 1) * MINUTE };
}

export function time(instant) {
  return `${new Date(instant * 1000).toISOString().slice(0, 19)}Z`;
}
