import { isGain } from './amounts.mjs';

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

  /** Whether an operation may have made an entry: not answered before it could be there, nor asked when it was there already. */
  mayHaveMade({ called, acknowledged }, entry) {
    const { since, until } = this.#bounds.get(entry);
    return acknowledged > since && called < until;
  }
}

/** One that has moved here is no effect of its creation, nor is the end of a provider one of its registration. */
function createdHere(entry, operations, zone) {
  const made = operations.answeredWith(entry.o);
  return made?.p.zone === zone && MAKES_AN_ENTRY.has(made.kind) ? made : undefined;
}

/** An instance is destroyed once, so an answer that says so is of that entry. */
function destroyed({ k, o }, operations) {
  return k === 'instance' ? operations.ending('destroy', o).acknowledged[0] : undefined;
}

/** A window that lies ahead and that a reservation has not had in this zone: it was given by who asked for it, if only one did. */
function changedTo({ k, o, s, t, w, x }, operations) {
  if (k !== 'reservation' || !isGain(x) || s <= w) return undefined;
  const asked = operations.changesOfWindow(o, s, t).filter(({ outcome }) => outcome !== 'refused');
  return asked.length === 1 ? asked[0] : undefined;
}
