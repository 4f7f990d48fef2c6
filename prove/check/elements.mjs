/** What reservations are made for: providers, or pools of theirs, to which they are tied, and others, which they protect. */
export class Elements {
  /** `<Kind>:<id>` → its zone and provider. */
  #places = new Map();

  constructor(zones) {
    for (const { zone, providers, pools = [] } of zones) {
      for (const provider of providers) this.#places.set(`ResourceProvider:${provider}`, { zone, provider });
      for (const { id, provider } of pools) this.#places.set(`ResourcePool:${id}`, { zone, provider });
    }
  }

  /** The providers a reservation is restricted to; undefined: any. */
  providersOf(elements) {
    const tying = (elements ?? []).filter((element) => !isReservation(element));
    if (tying.length === 0) return undefined;
    return [...new Set(tying.map((element) => this.#places.get(element)?.provider))];
  }

  areElsewhere(elements, zone) {
    const tying = (elements ?? []).filter((element) => !isReservation(element));
    return tying.some((element) => this.#places.get(element)?.zone !== zone);
  }
}

const RESERVATION = 'ResourceReservation:';

function isReservation(element) {
  return element.startsWith(RESERVATION);
}

/** Whether one that lives is made for a reservation, each standing as `at` says. */
export function isProtected(walk, id, now, at) {
  return [...walk.protectorsOf(id)]
    .map(at)
    .some((held) => isLive(held) && held.end > now && protectedBy(held.elements).includes(id));
}

function isLive(held) {
  return held?.status === 'admitted' || held?.status === 'conflict';
}

/** The reservations among elements: nobody can end them while the one made for them lives. */
export function protectedBy(elements) {
  return (elements ?? []).filter(isReservation).map((element) => element.slice(RESERVATION.length));
}
