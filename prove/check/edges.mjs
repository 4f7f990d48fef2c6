/**
 * P6 for capacity: a subscription with a condition is notified of every commit at which the condition became true: once each, in
 * order and with the figures of that commit. The ledger shows which commits these are.
 */
export class Edges {
  id;
  #subscription;
  #held = false;
  #latest = 0;
  #expected = [];

  /** @param subscription `name`, `figure` and `below`: the condition is `figure` < `below` */
  constructor(subscription) {
    this.#subscription = subscription;
    this.id = subscription.id;
  }

  /** Called after the last group of a batch. */
  committed(state, { entries }) {
    this.#latest = Math.max(this.#latest, entries[0].w);
    const { name, figure, below } = this.#subscription;
    const figures = state.whole(name, state.at(this.#latest));
    const holds = figures[figure] < below;
    if (holds && !this.#held) this.#expected.push(figures);
    this.#held = holds;
  }

  problems(heard, count) {
    const told = [...new Map(heard.map((one) => [one.id, one])).values()];
    count('conditions told', told.length);
    const length = Math.max(told.length, this.#expected.length);
    for (let index = 0; index < length; index++) {
      const [expected, figures] = [this.#expected[index], told[index]?.figures];
      if (expected && figures && FIGURES.every((figure) => expected[figure] === figures[figure])) continue;
      const text = `of capacity the subscriber heard as number ${index + 1} ${JSON.stringify(figures)}, it was ${JSON.stringify(expected)}`;
      return [{ property: 'P6', text, operations: [] }];
    }
    return [];
  }
}

export const FIGURES = ['total', 'available', 'reserved', 'allocated'];
