import { isGain } from './amounts.mjs';

const MAKES_AN_ENTRY = new Set(['create', 'increase', 'instance']);

/**
 * Bounds on when each entry was made. They follow from entries whose operations are known by an answered id: an entry was made
 * after the calls of all known operations before it, and before the answers of all known operations after it.
 */
export class Moments {
  #bounds = new Map();

  constructor({ zone, entries }, operations) {
    const known = new Map();
    const seen = new Set();
    for (const entry of entries) {
      const { o, s, t } = entry;
      const window = `${o} ${s} ${t}`;
      const made = seen.has(o)
        ? (destroyed(entry, operations) ?? (seen.has(window) ? undefined : changedTo(entry, operations)))
        : createdHere(entry, operations, zone);
      seen.add(o).add(window);
      if (made) known.set(entry, made);
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

  /** Whether an operation may have made an entry: its answer came after the lower bound and its call before the upper bound. */
  mayHaveMade({ called, acknowledged }, entry) {
    const { since, until } = this.#bounds.get(entry);
    return acknowledged > since && called < until;
  }
}

/**
 * The operation that created the owner of an entry here. An arrival by a move is no creation, and the end of a provider no
 * registration.
 */
function createdHere(entry, operations, zone) {
  const made = operations.answeredWith(entry.o);
  return made?.p.zone === zone && MAKES_AN_ENTRY.has(made.kind) ? made : undefined;
}

/** An instance is destroyed once, so an acknowledged destroy belongs to this entry. */
function destroyed({ k, o }, operations) {
  return k === 'instance' ? operations.ending('destroy', o).acknowledged[0] : undefined;
}

/** A future window that is new for the reservation in this zone: if only one request asked for it, the entry is its effect. */
function changedTo({ k, o, s, t, w, x }, operations) {
  if (k !== 'reservation' || !isGain(x) || s <= w) return undefined;
  const asked = operations.changesOfWindow(o, s, t).filter(({ outcome }) => outcome !== 'refused');
  return asked.length === 1 ? asked[0] : undefined;
}
