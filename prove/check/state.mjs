/**
 * The figures of a zone at one point of its ledger, as plain arrays over all instants of change. Slow on purpose, to be simple.
 * It shares no code with the service.
 */
export class State {
  #instants;
  #index;
  #figures = new Map();
  #tracked = new Set();
  providers;

  constructor(providers, entries) {
    this.providers = providers;
    const all = new Set(entries.flatMap(({ s, t }) => (t === Infinity ? [s] : [s, t])));
    this.#instants = [...all].sort((a, b) => a - b);
    this.#index = new Map(this.#instants.map((instant, index) => [instant, index]));
  }

  get instants() {
    return this.#instants;
  }

  get classes() {
    return [...this.#tracked];
  }

  apply({ p, m, s, t, x }) {
    if (p === null) return;
    const from = this.#index.get(s);
    const to = t === Infinity ? this.#instants.length : this.#index.get(t);
    for (const name in x) {
      this.#tracked.add(name);
      const figures = this.figuresOf(p, name);
      const figure = figures[m];
      const change = m === 'total' ? x[name] : -x[name];
      for (let i = from; i < to; i++) {
        figure[i] += x[name];
        figures.available[i] += change;
      }
    }
  }

  figuresOf(provider, name) {
    const key = `${provider} ${name}`;
    let figures = this.#figures.get(key);
    if (!figures) {
      const length = this.#instants.length;
      const array = () => new Float64Array(length);
      figures = { total: array(), reserved: array(), allocated: array(), available: array() };
      this.#figures.set(key, figures);
    }
    return figures;
  }

  /** Index in the arrays of the value at an instant; -1 before the first. */
  at(instant) {
    const exact = this.#index.get(instant);
    if (exact !== undefined) return exact;
    let low = 0;
    let high = this.#instants.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#instants[middle] <= instant) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The least available on one provider throughout a window; `givenBack` returns the amount to add at an instant. */
  room(provider, name, start, end, givenBack) {
    const { available } = this.figuresOf(provider, name);
    const instants = this.#instants;
    let least = Infinity;
    let index = this.at(start);
    do {
      const value = index < 0 ? 0 : available[index];
      const back = givenBack ? givenBack(provider, name, Math.max(start, instants[index] ?? start)) : 0;
      if (value + back < least) least = value + back;
      index += 1;
    } while (index < instants.length && instants[index] < end);
    return least;
  }

  /** The same for some providers; for all if undefined. */
  among(providers) {
    if (!providers) return this;
    const { instants } = this;
    return {
      providers,
      instants,
      room: (...asked) => this.room(...asked),
      at: (instant) => this.at(instant),
    };
  }

  /** The four figures of the zone at an index of the arrays. */
  whole(name, index) {
    const sum = { total: 0, reserved: 0, allocated: 0, available: 0 };
    if (index < 0) return sum;
    for (const provider of this.providers) {
      const figures = this.figuresOf(provider, name);
      for (const figure in sum) sum[figure] += figures[figure][index];
    }
    return sum;
  }

  /** The indexes of a window: that of its start and of every change inside. */
  *places(start, end) {
    let index = this.at(start);
    yield index;
    for (index++; index < this.#instants.length && this.#instants[index] < end; index++) yield index;
  }
}
