/**
 * Between which points of the ledger something was decided that left nothing in it: after everything that had been
 * answered before it was asked, and before everything that was asked after it had been answered.
 */
export class Order {
  #answered;
  #asked;
  #groups;
  problems = [];

  constructor(groups) {
    this.#groups = groups.length;
    const known = groups
      .map(({ operation }, index) => ({ operation, index }))
      .filter(({ operation }) => operation);
    this.#answered = known
      .filter(({ operation }) => operation.acknowledged < Infinity)
      .map(({ operation, index }) => ({ n: operation.acknowledged, index, operation }))
      .sort((a, b) => a.n - b.n);
    this.#asked = known
      .map(({ operation, index }) => ({ n: operation.called, index, operation }))
      .sort((a, b) => a.n - b.n);
    let furthest = -1;
    for (const one of this.#answered) one.furthest = furthest = Math.max(furthest, one.index);
    let nearest = groups.length;
    for (const one of this.#asked.toReversed()) one.nearest = nearest = Math.min(nearest, one.index);
    this.#checkRealTime(known);
  }

  /** How many groups were in force at least, and at most, at some time between two moments. */
  between(called, returned) {
    const before = lastBelow(this.#answered, called);
    const after = firstAbove(this.#asked, returned);
    const least = before < 0 ? 0 : this.#answered[before].furthest + 1;
    const most = after >= this.#asked.length ? this.#groups : this.#asked[after].nearest;
    return { least, most: Math.max(least, most) };
  }

  /** What was asked after another had been answered takes effect after it. */
  #checkRealTime(known) {
    let latest;
    for (const { operation } of known) {
      if (latest && operation.acknowledged < latest.called) {
        const text = 'took effect after something that was asked for only after it had been answered';
        this.problems.push({
          property: 'P2',
          text: `${operation.kind} ${text}`,
          operations: [operation, latest],
        });
      }
      if (!latest || operation.called > latest.called) latest = operation;
    }
  }
}

function lastBelow(sorted, n) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle].n < n) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function firstAbove(sorted, n) {
  return lastBelow(sorted, n + 1) + 1;
}
