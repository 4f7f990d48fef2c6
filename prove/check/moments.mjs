const MAKES_AN_ENTRY = new Set(['create', 'increase', 'instance']);

/**
 * When an entry was made, as far as others tell whose operations are known by the ids they were answered with: after all that had
 * been asked before them, and before all that was answered after them.
 */
export class Moments {
  #bounds = new Map();

  constructor({ zone, entries }, operations) {
    const known = new Map();
    const seen = new Set();
    for (const entry of entries) {
      const made = seen.has(entry.o) ? undefined : operations.answeredWith(entry.o);
      seen.add(entry.o);
      // One that has moved here is no effect of its creation, nor is the end of a provider one of its registration.
      if (made?.p.zone === zone && MAKES_AN_ENTRY.has(made.kind)) known.set(entry, made);
    }
    let since = -Infinity;
    for (const entry of entries) {
      this.#bounds.set(entry, { since });
      since = Math.max(since, known.get(entry)?.called ?? -Infinity);
    }
    let until = Infinity;
    for (const entry of entries.toReversed()) {
      this.#bounds.get(entry).until = until;
      until = Math.min(until, known.get(entry)?.acknowledged ?? Infinity);
    }
  }

  /** Whether an operation may have made an entry: not answered before it could be there, nor asked when it was there already. */
  mayHaveMade({ called, acknowledged }, entry) {
    const { since, until } = this.#bounds.get(entry);
    return acknowledged > since && called < until;
  }
}
