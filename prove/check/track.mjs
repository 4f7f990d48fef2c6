import { addressFigures } from './addresses.mjs';
import { FIGURES } from './edges.mjs';

/** The figures of a zone after each commit, in order: the states that a subscriber to its capacity may receive. */
export class Track {
  #states = new Map();
  #latest = 0;
  #walk;

  /** @param walk that of the zone, for the addresses of its reservations; undefined where none are watched */
  constructor(walk) {
    this.#walk = walk;
  }

  /** Called after the last group of a batch. */
  committed(state, { entries }, done) {
    this.#latest = Math.max(this.#latest, entries[0].w);
    const index = state.at(this.#latest);
    for (const name of state.classes) {
      const figures = this.#figuresOf(state, name, index, done);
      const states = this.states(name);
      if (!isSame(states.at(-1).figures, figures)) states.push({ done, figures });
    }
  }

  /** The figures of addresses are limited as in the answers to queries. */
  #figuresOf(state, name, index, done) {
    if (name !== 'addresses' || !this.#walk) return state.whole(name, index);
    const walk = this.#walk;
    return addressFigures({ zone: walk.zone, walk, state, done }, this.#latest, this.#latest + 1);
  }

  /** The states of a class: `figures`, and `done`, the number of groups that led to them. The first are those of an empty zone. */
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
