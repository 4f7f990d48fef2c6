import { FIGURES } from './edges.mjs';

/**
 * P6 for capacity without a condition: such a subscription receives states, not the full history. The notified figures, each id
 * once, are states of the ledger in order, none twice. The last ones equal the figures at the end.
 */
export class EveryChange {
  id;
  #subscription;
  #states = [];
  #latest = 0;

  /** @param subscription `name`, the resource class; `everyChange`, the id */
  constructor(subscription) {
    this.#subscription = subscription;
    this.id = subscription.everyChange;
  }

  /** Called after the last group of a batch. */
  committed(state, { entries }) {
    this.#latest = Math.max(this.#latest, entries[0].w);
    const figures = state.whole(this.#subscription.name, state.at(this.#latest));
    const before = this.#states.at(-1);
    if (!before || !isSame(before, figures)) this.#states.push(figures);
  }

  problems(heard, count) {
    const told = [...new Map(heard.map((one) => [one.id, one])).values()];
    count('figures told without a condition', told.length);
    let from = 0;
    for (const [index, { figures }] of told.entries()) {
      const at = this.#states.findIndex((state, place) => place >= from && isSame(state, figures));
      if (at < 0) return [problem(`heard as number ${index + 1} what was not so then`, figures)];
      from = at + 1;
    }
    // The first state is the provider's capacity, declared before the subscription was made.
    if (this.#states.length < 2) return [];
    const [last, end] = [told.at(-1)?.figures, this.#states.at(-1)];
    return last && isSame(last, end) ? [] : [problem('did not hear how it is in the end', last)];
  }
}

function isSame(a, b) {
  return FIGURES.every((figure) => a[figure] === b[figure]);
}

function problem(text, figures) {
  return {
    property: 'P6',
    text: `of every change of capacity the subscriber ${text}: ${JSON.stringify(figures)}`,
    operations: [],
  };
}
