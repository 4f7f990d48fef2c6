/**
 * Bounds in the ledger of decisions that left no entry. A decision came after every effect that was acknowledged before its call,
 * and before every effect that was requested after its return.
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

  /** The least and the greatest number of groups that can have been in force between two moments. */
  between(called, returned) {
    const before = lastBelow(this.#answered, called);
    const after = firstAbove(this.#asked, returned);
    const least = before < 0 ? 0 : this.#answered[before].furthest + 1;
    const most = after >= this.#asked.length ? this.#groups : this.#asked[after].nearest;
    return { least, most: Math.max(least, most) };
  }

  /** P2: a request that was sent after another was answered takes effect after it. */
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
