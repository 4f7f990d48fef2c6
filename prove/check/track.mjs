import { addressFigures } from './addresses.mjs';
import { FIGURES } from './edges.mjs';

/** How the figures of a zone followed each other, as they were at each commit: what subscribers to its capacity may hear. */
export class Track {
  #states = new Map();
  #latest = 0;
  #walk;

  /** @param walk of the zone: which addresses its reservations hold; absent where none are watched */
  constructor(walk) {
    this.#walk = walk;
  }

  /** A commit is complete. */
  committed(state, { entries }, done) {
    this.#latest = Math.max(this.#latest, entries[0].w);
    const index = state.at(this.#latest);
    for (const name of state.classes) {
      const figures = this.#figuresOf(state, name, index, done);
      const states = this.states(name);
      if (!isSame(states.at(-1).figures, figures)) states.push({ done, figures });
    }
  }

  /** Those of addresses are limited like the answers to queries. */
  #figuresOf(state, name, index, done) {
    const whole = state.whole(name, index);
    if (name !== 'addresses' || !this.#walk) return whole;
    const walk = this.#walk;
    return addressFigures({ zone: walk.zone, walk, state, done }, whole, this.#latest, this.#latest + 1);
  }

  /** Of a class: `figures`, and how many groups were in force when they came about. The first are those of an empty zone. */
  states(name) {
    let states = this.#states.get(name);
    if (!states) this.#states.set(name, (states = [{ done: 0, figures: NOTHING }]));
    return states;
  }

  problems() {
    return [];
  }
}

const NOTHING = { total: 0, available: 0, reserved: 0, allocated: 0 };

export function isSame(a, b) {
  return FIGURES.every((figure) => a[figure] === b[figure]);
}
