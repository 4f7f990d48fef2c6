import { isOver, reservationAt } from './questions.mjs';

/** The elements of reservations: providers and pools that a reservation is tied to, and reservations and instances that it protects. */
export class Elements {
  /** `<Kind>:<id>` of a provider or a pool → its zone and provider. */
  #places = new Map();
  /** Reservation or instance → the zones whose ledgers name it. */
  #homes;

  constructor(zones, homes, header) {
    this.#homes = homes;
    for (const { zone, pools = [] } of header.zones)
      for (const { id, provider } of pools) this.#places.set(`ResourcePool:${id}`, { zone, provider });
    for (const { zone, providers, entries } of zones) {
      for (const provider of providers) this.#places.set(`ResourceProvider:${provider}`, { zone, provider });
      for (const { m, o, p } of entries)
        if (m === 'total') this.#places.set(`ResourcePool:${o}`, { zone, provider: p });
    }
  }

  /** The providers a reservation is restricted to; undefined: any. */
  providersOf(elements) {
    const tying = (elements ?? []).filter((element) => !isProtecting(element));
    if (tying.length === 0) return undefined;
    return [...new Set(tying.map((element) => this.#places.get(element)?.provider))];
  }

  /**
   * Whether one of the elements is, or was at some time, in another zone.
   *
   * @param isCertain whether only elements count that were never in this zone
   */
  areElsewhere(elements, zone, isCertain = false) {
    return (elements ?? []).some((element) => {
      if (!isProtecting(element)) return this.#places.get(element)?.zone !== zone;
      const homes = this.#homes.get(idOf(element)) ?? new Set();
      return isCertain ? homes.size > 0 && !homes.has(zone) : [...homes].some((home) => home !== zone);
    });
  }
}

const RESERVATION = 'ResourceReservation';
const INSTANCE = 'ResourceAllocation';
const POOL = 'ResourcePool';

function isProtecting(element) {
  return [RESERVATION, INSTANCE].includes(element.split(':')[0]);
}

function idOf(element) {
  return element.split(':')[1];
}

function named(elements, kind) {
  return (elements ?? []).filter((element) => element.startsWith(kind));
}

/** Whether a live reservation names the element; `at` returns the state of a reservation. */
export function isProtected(walk, element, now, at) {
  return [...walk.protectorsOf(element)]
    .map(at)
    .some((held) => isLive(held, now) && held.elements.includes(element));
}

/** Whether another live reservation protects one of the instances in an overlapping window. */
export function isClaimed(walk, { id, elements, start, end }, now, at) {
  return named(elements, INSTANCE).some((element) =>
    [...walk.protectorsOf(element)].some((other) => {
      const held = other !== id && at(other);
      if (!held || !isLive(held, now) || !held.elements.includes(element)) return false;
      return held.start < end && start < held.end;
    }),
  );
}

/** Whether an instance among the elements is not running, or a reservation or pool entry has ended. */
export function isOneGone(walk, elements, now, done) {
  const isInstanceGone = (id) => {
    const life = walk.instanceLives.get(id);
    return !life || done <= life.from || done > life.until || life.end <= now;
  };
  const isPoolGone = (id) => {
    const pool = walk.pools.get(id);
    return pool !== undefined && (pool.endedBy < done || pool.t <= now);
  };
  const isReservationGone = (id) => {
    const held = reservationAt(walk, id, done);
    return held !== undefined && (held.status === 'ended' || isOver(held, now));
  };
  return (
    named(elements, INSTANCE).map(idOf).some(isInstanceGone) ||
    named(elements, POOL).map(idOf).some(isPoolGone) ||
    named(elements, RESERVATION).map(idOf).some(isReservationGone)
  );
}

/** Whether a reservation would protect itself, directly or through others. */
export function isCircle(id, elements, at) {
  const left = named(elements, RESERVATION).map(idOf);
  const seen = new Set();
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (one === id) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    left.push(...named(at(one)?.elements, RESERVATION).map(idOf));
  }
  return false;
}

/** Whether the reservation is live. A move is decided in the target zone, so an expired hold may not have been released here yet. */
function isLive(held, now) {
  const isThere = held?.status === 'admitted' || held?.status === 'conflict';
  return isThere && held.end > now && !(held.heldUntil <= now);
}

/** Whether the provider may be retired. The ledger does not show when a provider is registered again. */
export function isRetired({ walk, operation, done, isCertain }) {
  if (isCertain) return false;
  const { provider, elements } = operation.p;
  const named = [provider, ...(walk.round.elements.providersOf(elements) ?? [])];
  return walk.retirements.some((one) => one.group < done && named.includes(one.provider));
}
