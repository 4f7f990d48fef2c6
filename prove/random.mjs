/**
 * Pseudo-random numbers, the same in every run with the same seed. A stream is named by the seed and its purpose, so that more
 * draws from one stream do not change the others.
 */
export class Random {
  #state;

  constructor(...name) {
    this.#state = hash(name.join('/'));
  }

  /** From 0 up to, but not including, 1. */
  fraction() {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** An integer from `least` to `most`, both included. */
  integer(least, most) {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability) {
    return this.fraction() < probability;
  }

  pick(list) {
    return list[this.integer(0, list.length - 1)];
  }

  /** One of the keys of an object whose values are weights. */
  weighted(weights) {
    const entries = Object.entries(weights);
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries.at(-1)[0];
  }
}

/** FNV-1a, 32 bits. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
