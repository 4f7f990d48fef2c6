/** Default traits of a provider. */
const USUAL = { cpuArchitecture: 'x86', typeOfStorage: 'volume', rdmaSupported: false };

/** Whether a provider has all requested traits; `x86` and `x86_64` are the same. */
export function suits(has, asked = {}) {
  const own = { ...USUAL, ...has };
  return Object.entries(asked).every(
    ([name, value]) => value === undefined || plain(own[name]) === plain(value),
  );
}

function plain(value) {
  return value === 'x86_64' ? 'x86' : value;
}

/** The providers of a zone that a reservation may lie on; undefined: any. */
export function allowedIn({ zone, round }, { elements, traits }) {
  const tied = round.elements.providersOf(elements);
  if (!traits) return tied;
  return (tied ?? zone.providers).filter((provider) => suits(zone.traitsOf.get(provider), traits));
}

/**
 * The traits that reservations required when they were created. Later only containers can get other traits, together with the
 * containers.
 */
export class Required {
  #traits = new Map();

  constructor(operations) {
    for (const { kind, p, ids } of operations)
      if (kind === 'create' && p.traits && !p.containers)
        for (const id of ids) this.#traits.set(id, p.traits);
  }

  /** The required traits of a reservation after a request about it. */
  after({ id, containers, traits }) {
    return containers ? traits : this.#traits.get(id);
  }
}
