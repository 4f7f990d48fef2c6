/** What reservations are made for: providers, or pools of theirs, to which they are tied. */
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
    if (!elements || elements.length === 0) return undefined;
    return [...new Set(elements.map((element) => this.#places.get(element)?.provider))];
  }

  areElsewhere(elements, zone) {
    return (elements ?? []).some((element) => this.#places.get(element)?.zone !== zone);
  }
}
